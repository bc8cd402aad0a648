/**
 * The shapes of documents: what stands between their values. Senders write documents of few shapes again and again, so
 * that comparing bytes takes the place of parsing. A tree, because shapes begin alike.
 */
import type { DocumentValues, ValueKind } from './document-values.ts'
import { END, NATURAL, NUMBER, REFUSED, SECONDS, TEXT, TIME, UNUSUAL } from './document-values.ts'
import type { DocumentPart } from './split-document.ts'

interface Place<P> {
  /** The bytes before the value. */
  readonly literal: Buffer
  /** The same, four bytes each, without the last ones. */
  readonly words: Int32Array
  readonly kind: ValueKind
  /** Whether the value is a number without quotes. */
  readonly isBare: boolean
  /** The places of the values that can come next. */
  readonly next: Place<P>[]
  /** The plan of the documents that end here; undefined if they have to be parsed. */
  plan: P | undefined
}

/** Places of one tree, so that a sender that invents names does not fill the memory. */
const MAX_PLACES = 5000
/** Places that may follow one place. They are compared one after the other. */
const MAX_CHOICES = 32
/** Bytes of one literal. Documents with a longer one are parsed. */
const MAX_LITERAL_BYTES = 1024
/** Bytes of a place without its literal, approximately. */
const PLACE_BYTES = 600

export type DocumentShapes<P> = ReturnType<typeof createDocumentShapes<P>>

/** `retain` is told the bytes of all places. */
export function createDocumentShapes<P>(retain: (bytes: number) => void) {
  const first: Place<P>[] = []
  let places = 0

  return {
    /**
     * Reads the values of a document. Returns the plan of its shape, `unknown` if the shape was not added, or `unusual` if
     * the document has to be parsed because of its shape or of a value.
     */
    read(values: DocumentValues, from: number, to: number): P | 'unknown' | 'unusual' {
      let at = from
      let choices = first
      for (let number = 0; ; number += 1) {
        const place = findPlace(choices, values, at, to)
        if (place === undefined) return 'unknown'
        at += place.literal.length
        if (place.kind === END) return place.plan ?? 'unusual'
        at = readValue(values, place.kind, number, at, to)
        if (at === UNUSUAL) return 'unusual'
        choices = place.next
      }
    },
    /** Adds a shape; without a plan, its documents are parsed. Does nothing if there is no room. */
    add(parts: readonly DocumentPart[], plan: P | undefined): void {
      let choices = first
      for (const part of parts) {
        const whole = Buffer.from(part.literal)
        const isTooLong = whole.length > MAX_LITERAL_BYTES
        const bytes = isTooLong ? Buffer.copyBytesFrom(whole, 0, MAX_LITERAL_BYTES) : whole
        const kind = isTooLong ? REFUSED : part.kind
        let place = choices.find((known) => known.kind === kind && known.literal.equals(bytes))
        if (place === undefined) {
          if (places >= MAX_PLACES || choices.length >= MAX_CHOICES) return
          places += 1
          retain(PLACE_BYTES + 2 * bytes.length)
          place = {
            literal: bytes,
            words: wordsOf(bytes),
            kind,
            isBare: isBareNumber(kind, bytes),
            next: [],
            plan: undefined,
          }
          choices.push(place)
        }
        if (kind === REFUSED) return
        if (kind === END) place.plan = plan
        choices = place.next
      }
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
const QUOTE = 0x22
const MINUS = 0x2d
const NINE = 0x39

const isBareNumber = (kind: ValueKind, literal: Buffer): boolean =>
  kind === NUMBER || ((kind === NATURAL || kind === SECONDS) && literal.at(-1) !== QUOTE)

function isAt<P>(
  { literal, words, kind, isBare }: Place<P>,
  { bytes, view }: DocumentValues,
  at: number,
  to: number,
): boolean {
  const { length } = literal
  const end = at + length
  if (kind === END ? end !== to : end >= to) return false
  for (let index = 0; index < words.length; index += 1) {
    if (view.getInt32(at + index * WORD_BYTES) !== words[index]) return false
  }
  for (let index = words.length * WORD_BYTES; index < length; index += 1) {
    if (bytes[at + index] !== literal[index]) return false
  }
  if (!isBare) return true
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
    case NATURAL:
      return values.readNatural(number, at)
    case TIME:
      return values.readTime(number, at)
    case SECONDS:
      return values.readSeconds(number, at)
    default:
      return UNUSUAL
  }
}
