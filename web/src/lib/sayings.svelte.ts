// What people at a table say to each other: faces and phrases above a figure for a moment, and chat.
import type { Said } from './sitting'

const EMOTE_SECONDS = 4
const KEPT_SAYINGS = 100

export class Sayings {
  emotes = $state.raw<Readonly<Record<number, string>>>({})
  said = $state.raw<readonly Said[]>([])
  /** When the last line we have was said; 0: none yet. */
  heardAt = 0

  heard({ seat, name, text }: Said): void {
    this.said = [...this.said, { seat, name, text }].slice(-KEPT_SAYINGS)
    this.show(seat, text)
  }

  show(seat: number, key: string): void {
    this.emotes = { ...this.emotes, [seat]: key }
    setTimeout(() => {
      if (this.emotes[seat] === key)
        this.emotes = Object.fromEntries(Object.entries(this.emotes).filter(([k]) => Number(k) !== seat))
    }, EMOTE_SECONDS * 1000)
  }
}
