// Fetches the module of a game when somebody first needs it.
import { Engine } from './engine'

const files = import.meta.glob<string>('../generated/*.wasm', { query: '?url', import: 'default', eager: true })
const modules = new Map<string, Promise<WebAssembly.Module>>()

/** A new engine for a game; its module is loaded once. */
export async function loadEngine(slug: string): Promise<Engine> {
  let module = modules.get(slug)
  if (!module) modules.set(slug, (module = compile(files[`../generated/${slug}.wasm`] ?? '')))
  module.catch(() => modules.delete(slug))
  return new Engine(await module)
}

async function compile(address: string): Promise<WebAssembly.Module> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
  return WebAssembly.compile(await answer.arrayBuffer())
}
