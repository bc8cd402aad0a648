/**
 * The shapes of documents: what stands between their values. Senders write documents of few shapes again and again, so
 * that comparing bytes takes the place of parsing. A tree, because shapes begin alike.
 */
import type { DocumentValues, ValueKind } from './document-values.ts'
import { END, NUMBER, TEXT, TIME, UNUSUAL } from './document-values.ts'
import type { DocumentPart } from './split-document.ts'

interface Place<P> {
  /** The bytes before the value. */
  readonly literal: Buffer
  /** The same, four bytes each, without the last ones. */
  readonly words: Int32Array
  readonly kind: ValueKind
  /** What may follow the value. */
  readonly next: Place<P>[]
  /** At the end of a document. */
  plan: P | undefined
}

/** A sender that invents names must not fill the memory. */
const MAX_PLACES = 5000
/** They are compared one after the other. */
const MAX_CHOICES = 32

export type DocumentShapes<P> = ReturnType<typeof createDocumentShapes<P>>

export function createDocumentShapes<P>() {
  const first: Place<P>[] = []
  let places = 0

  return {
    /** Reads the values of a document. Returns the plan of its shape, `unknown` without one, or `unusual` because of a value. */
    read(values: DocumentValues, from: number, to: number): P | 'unknown' | 'unusual' {
      let at = from
      let choices = first
      for (let number = 0; ; number += 1) {
        const place = findPlace(choices, values, at, to)
        if (place === undefined) return 'unknown'
        at += place.literal.length
        if (place.kind === END) return place.plan ?? 'unknown'
        at = readValue(values, place.kind, number, at, to)
        if (at === UNUSUAL) return 'unusual'
        choices = place.next
      }
    },
    /** Returns false if there is no room for another shape. */
    add(parts: readonly DocumentPart[], plan: P): boolean {
      let choices = first
      for (const { literal, kind } of parts) {
        const bytes = Buffer.from(literal)
        let place = choices.find((known) => known.kind === kind && known.literal.equals(bytes))
        if (place === undefined) {
          if (places >= MAX_PLACES || choices.length >= MAX_CHOICES) return false
          places += 1
          place = { literal: bytes, words: wordsOf(bytes), kind, next: [], plan: undefined }
          choices.push(place)
        }
        if (kind === END) place.plan = plan
        choices = place.next
      }
      return true
    },
  }
}

function findPlace<P>(
  choices: readonly Place<P>[],
  values: DocumentValues,
  at: number,
  to: number,
): Place<P> | undefined {
  for (let index = 0; index < choices.length; index += 1) {
    const place = choices[index]
    if (place !== undefined && isAt(place, values, at, to)) return place
  }
  return undefined
}

const WORD_BYTES = 4
const MINUS = 0x2d
const NINE = 0x39

function isAt<P>({ literal, words, kind }: Place<P>, { bytes, view }: DocumentValues, at: number, to: number): boolean {
  const { length } = literal
  const end = at + length
  if (kind === END ? end !== to : end >= to) return false
  for (let index = 0; index < words.length; index += 1) {
    if (view.getInt32(at + index * WORD_BYTES) !== words[index]) return false
  }
  for (let index = words.length * WORD_BYTES; index < length; index += 1) {
    if (bytes[at + index] !== literal[index]) return false
  }
  if (kind !== NUMBER) return true
  const next = bytes[end] ?? 0
  return next >= MINUS && next <= NINE
}

const wordsOf = (literal: Buffer): Int32Array =>
  Int32Array.from({ length: Math.floor(literal.length / WORD_BYTES) }, (_, at) => literal.readInt32BE(at * WORD_BYTES))

function readValue(values: DocumentValues, kind: ValueKind, number: number, at: number, to: number): number {
  switch (kind) {
    case TEXT:
      return values.readText(number, at, to)
    case NUMBER:
      return values.readNumber(number, at)
    case TIME:
      return values.readTime(number, at)
    default:
      return UNUSUAL
  }
}
