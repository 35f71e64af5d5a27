// Small sounds of wood, felt and paper, synthesised. Silent until the first tap.
import { whenIdle } from './paint'
import { settings } from './settings.svelte'
import { feel } from './touch'

export type Sound = 'step' | 'land' | 'stone' | 'mix' | 'hat' | 'turn' | 'refused' | 'win' | 'paper' | 'pop'

let context: AudioContext | null = null
let noise: AudioBuffer | null = null

/** Browsers allow sound only after a gesture, and some only inside one, so later taps ask again. */
export function wakeOnFirstTap(): void {
  if (typeof AudioContext === 'undefined') return
  const gestures = ['click', 'keyup'] as const
  const wake = () => {
    if (!context) return whenIdle(open) // this takes up to a tenth of a second: first the press is painted
    if (context.state !== 'running') return void context.resume()
    for (const gesture of gestures) removeEventListener(gesture, wake)
  }
  for (const gesture of gestures) addEventListener(gesture, wake)
}

function open(): void {
  context ??= new AudioContext()
  void context.resume()
}

export function play(sound: Sound, pitch = 0): void {
  if (sound === 'turn') feel('turn')
  if (!settings.sound || settings.volume <= 0 || !context || context.state !== 'running') return
  const now = context.currentTime
  switch (sound) {
    case 'step':
      return wood(now, 520 * 2 ** (pitch / 24), 0.07, 0.16)
    case 'land':
      return rustle(now, 420, 0.12, 0.2)
    case 'stone':
      rustle(now, 2600, 0.04, 0.16)
      return wood(now + 0.015, 1250, 0.05, 0.1)
    case 'mix':
      for (let k = 0; k < 9; k++) rustle(now + k * 0.04, 1500 + 900 * Math.sin(k * 2.4), 0.05, 0.11)
      return
    case 'hat':
      rustle(now, 900, 0.16, 0.12)
      return marimba(now + 0.08, 659, 0.12)
    case 'turn':
      marimba(now, 523, 0.14)
      return marimba(now + 0.14, 659, 0.14)
    case 'refused':
      return wood(now, 165, 0.12, 0.25)
    case 'win':
      for (const [k, tone] of [523, 659, 784, 1047].entries()) marimba(now + k * 0.11, tone, 0.15)
      return
    case 'paper':
      return rustle(now, 3200, 0.18, 0.08)
    case 'pop':
      return wood(now, 300, 0.09, 0.25)
  }
}

/** A short knock: a tone that decays at once. */
function wood(at: number, tone: number, length: number, loud: number): void {
  strike(at, tone, length, loud, 'triangle')
  rustle(at, tone * 3, 0.02, loud * 0.5)
}

/** A soft bar: the fourth partial gives it wood. */
function marimba(at: number, tone: number, loud: number): void {
  strike(at, tone, 0.34, loud, 'sine')
  strike(at, tone * 4, 0.09, loud * 0.3, 'sine')
}

function strike(at: number, tone: number, length: number, loud: number, type: OscillatorType): void {
  if (!context) return
  const source = new OscillatorNode(context, { type, frequency: tone })
  source.connect(fading(context, at, length, loud))
  source.start(at)
  source.stop(at + length)
}

/** Filtered noise: felt when low, paper when high. */
function rustle(at: number, tone: number, length: number, loud: number): void {
  if (!context) return
  const source = new AudioBufferSourceNode(context, { buffer: noiseOf(context) })
  const filter = new BiquadFilterNode(context, { type: 'bandpass', frequency: tone, Q: 1.1 })
  source.connect(filter).connect(fading(context, at, length, loud))
  source.start(at)
  source.stop(at + length)
}

function fading(audio: AudioContext, at: number, length: number, loud: number): GainNode {
  const gain = new GainNode(audio, { gain: 0 })
  gain.gain.setValueAtTime(0.0001, at)
  gain.gain.exponentialRampToValueAtTime((loud * settings.volume) / 100, at + 0.004)
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length)
  gain.connect(audio.destination)
  return gain
}

function noiseOf(audio: AudioContext): AudioBuffer {
  if (noise) return noise
  noise = new AudioBuffer({ length: audio.sampleRate / 2, sampleRate: audio.sampleRate })
  const samples = noise.getChannelData(0)
  for (let k = 0; k < samples.length; k++) samples[k] = Math.random() * 2 - 1
  return noise
}
