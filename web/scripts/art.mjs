// The drawings: one sheet of symbols, its style sheet, and the pictures for the home page.
// The content security policy forbids style attributes, so each becomes a class.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { GENERATED, ROOT, WEB, write } from './files.mjs'

export function makeArt() {
  const classes = new Map()
  const sheet = readFileSync(join(ROOT, 'src', 'hatbox', 'art', 'pieces.svg'), 'utf8')
  const style = /<style>(.*?)<\/style>/s.exec(sheet)[1]
  const symbols = sheet.match(/<symbol .*?<\/symbol>/gs).join('')
  const defs = (sheet.match(/<defs>(.*?)<\/defs>/s) ?? ['', ''])[1].replace(/<symbol .*?<\/symbol>/gs, '')
  const body = withoutStyle(defs + symbols, classes)
  write(join(GENERATED, 'pieces.svg'), `<svg xmlns="http://www.w3.org/2000/svg">${body}</svg>\n`)
  writePictures(classes)
  write(join(GENERATED, 'boxes.ts'), boxes(sheet))
  const rules = [...classes].map(([text, name]) => `.${name}{${text}}`).join('\n')
  write(join(GENERATED, 'art.css'), `/* Made by scripts/art.mjs. */\n${style}\n${rules}\n`)
}

function writePictures(classes) {
  const folder = join(WEB, 'art', 'home')
  const entries = readdirSync(folder)
    .sort()
    .map((file) => {
      const svg = readFileSync(join(folder, file), 'utf8')
      const box = /viewBox="([^"]+)"/.exec(svg)[1]
      const body = withoutStyle(svg.replace(/^\s*<svg[^>]*>/, '').replace(/<\/svg>\s*$/, ''), classes)
      return `  ${file.replace('.svg', '')}: { box: '${box}', body: ${JSON.stringify(body)} },`
    })
  const type = 'Readonly<Record<string, { box: string; body: string }>>'
  write(
    join(GENERATED, 'pictures.ts'),
    `// Made by scripts/art.mjs.\nexport const PICTURES: ${type} = {\n${entries.join('\n')}\n}\n`,
  )
}

function withoutStyle(text, classes) {
  return text.replace(/<(\w+)([^>]*?) style="([^"]*)"([^>]*)>/g, (_, tag, before, style, after) => {
    const key = style.trim().replace(/;$/, '')
    if (!classes.has(key)) classes.set(key, `pen-${classes.size + 1}`)
    const rest = before + after
    const named = /class="([^"]*)"/.exec(rest)
    if (named) return `<${tag}${rest.replace(named[0], `class="${named[1]} ${classes.get(key)}"`)}>`
    return `<${tag} class="${classes.get(key)}"${rest}>`
  })
}

/** Width and height of every symbol: stroke widths and proportions depend on them. */
function boxes(sheet) {
  const found = [...sheet.matchAll(/<symbol id="([^"]+)" viewBox="0 0 (\d+) (\d+)"/g)]
  const entries = found.map(([, id, width, height]) => `  '${id}': [${width}, ${height}],`).join('\n')
  return `// Made by scripts/art.mjs.\nexport const BOXES = {\n${entries}\n} as const\nexport type Drawing = keyof typeof BOXES\n`
}
