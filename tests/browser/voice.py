"""A voice that records what it says; a headless browser has none."""

from tests.browser.house import Visitor

VOICE = """
  window.said = []
  const voice = {lang: 'LANGUAGE', name: 'Test'}
  const synthesis = {getVoices: () => [voice], addEventListener: () => {}, cancel: () => said.push(''),
    speak: one => { said.push(one.text); ENDS && setTimeout(() => one.onend?.()) }}
  Object.defineProperty(window, 'speechSynthesis', {value: synthesis})
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text } }
"""
SAID = "said.filter(Boolean)"


def give_voice(visitor: Visitor, language: str, ends: bool = False) -> None:
    """From the next page on; what it says never ends, or ends at once."""
    script = VOICE.replace("LANGUAGE", language).replace("ENDS", str(ends).lower())
    visitor.context.add_init_script(script)
