// Fetches the module of a game when it is first needed.
import { Engine } from './engine'

const files = import.meta.glob<string>('../generated/*.wasm', { query: '?url', import: 'default', eager: true })
const modules = new Map<string, Promise<WebAssembly.Module>>()

/** A new engine for a game. */
export async function loadEngine(slug: string): Promise<Engine> {
  return new Engine(await loadRules(slug))
}

/** The module of a game, loaded once. */
export function loadRules(slug: string): Promise<WebAssembly.Module> {
  let module = modules.get(slug)
  if (!module) {
    modules.set(slug, (module = compile(addressOf(slug))))
    module.catch(() => modules.delete(slug))
  }
  return module
}

/** Where a module is: a file of this build, or what the server has compiled since, if there was none yet. */
function addressOf(slug: string): string {
  return files[`../generated/${slug}.wasm`] ?? `/api/modules/${slug}.wasm`
}

async function compile(address: string): Promise<WebAssembly.Module> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
  const streams = answer.headers.get('Content-Type') === 'application/wasm' // not every host sets it
  return streams ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer())
}
