/**
 * What is under way, in a file of fixed places that the next start reads after a crash. Writing a place costs a few
 * microseconds. The operating system holds what was written when the process is killed, so nothing is synced.
 */
import { closeSync, constants, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

export const Work = Type.Object({
  /** `input`, `event definition` */
  kind: Type.String(),
  id: Type.String(),
  title: Type.String(),
})
export type Work = Static<typeof Work>

const PLACE_BYTES = 512
/** Characters of the title: the rest of a place is for kind and id. */
const MAX_TITLE = 100
/** Work beyond that is not recorded. */
const MAX_PLACES = 1000
const EMPTY = Buffer.alloc(PLACE_BYTES)
const READ_WRITE_CREATE = constants.O_RDWR | constants.O_CREAT
const OWNER_ONLY = 0o600

export function openWorkFile(path: string) {
  const file = openSync(path, READ_WRITE_CREATE, OWNER_ONLY)
  /** The places that the file named when it was opened. */
  const found = readPlaces(file)
  ftruncateSync(file)
  const free: number[] = []
  let places = 0
  let isOpen = true

  return {
    found,
    /** The work is in the file until the returned value is disposed of. */
    add({ kind, id, title }: Work) {
      const bytes = Buffer.alloc(PLACE_BYTES)
      const length = bytes.write(JSON.stringify({ kind, id, title: title.slice(0, MAX_TITLE) }))
      const place = free.pop() ?? places
      if (place >= MAX_PLACES || length === PLACE_BYTES) return { [Symbol.dispose]: () => undefined }
      places = Math.max(places, place + 1)
      write(file, place, bytes)
      let isHeld = true
      return {
        [Symbol.dispose]() {
          if (!isHeld || !isOpen) return
          isHeld = false
          write(file, place, EMPTY)
          free.push(place)
        },
      }
    },
    [Symbol.dispose]() {
      // A server that was stopped has nothing under way.
      isOpen = false
      ftruncateSync(file)
      closeSync(file)
    },
  }
}

const write = (file: number, place: number, bytes: Buffer): void => {
  writeSync(file, bytes, 0, PLACE_BYTES, place * PLACE_BYTES)
}

function readPlaces(file: number): readonly Work[] {
  const bytes = Buffer.alloc(Math.min(fstatSync(file).size, MAX_PLACES * PLACE_BYTES))
  readSync(file, bytes, 0, bytes.length, 0)
  const found: Work[] = []
  for (let at = 0; at < bytes.length; at += PLACE_BYTES) {
    const work = parsePlace(bytes.toString('utf8', at, at + PLACE_BYTES).replace(/\0+$/, ''))
    if (work !== undefined) found.push(work)
  }
  return found
}

/** Undefined if the place is empty, or was being written when the machine stopped. */
function parsePlace(text: string): Work | undefined {
  if (text === '') return undefined
  try {
    const parsed: unknown = JSON.parse(text)
    return Value.Check(Work, parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}
