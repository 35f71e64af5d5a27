// Makes tables inside this page from record files: chosen on the home page, opened with the app, or shared with it.
import { ApiError, api } from './api'
import { router } from './router.svelte'
import { troubleText } from './trouble'

const SHARED = 'hatbox-shared' // where the service worker puts shared files

interface Launching {
  launchQueue?: { setConsumer(take: (given: { files?: readonly FileSystemFileHandle[] }) => void): void }
}

class Opened {
  /** Why the last file could not be opened. */
  problem = $state('')

  async open(file: { text(): Promise<string> } | undefined): Promise<void> {
    if (!file) return
    this.problem = ''
    try {
      router.go(`/t/${(await api.readRecord(await file.text())).code}`)
    } catch (error) {
      this.problem = troubleText(error instanceof ApiError ? error : new ApiError(400, 'bad_record', String(error)))
    }
  }

  /** The files that the system passed to the app at its start. */
  async takeGiven(): Promise<void> {
    const { launchQueue } = globalThis as Launching
    launchQueue?.setConsumer(({ files }) => void files?.[0]?.getFile().then((file) => this.open(file)))
    if (location.search !== '?opened') return
    const shared = await (await caches.open(SHARED)).match(SHARED)
    await caches.delete(SHARED)
    await this.open(shared)
  }
}

export const opened = new Opened()
