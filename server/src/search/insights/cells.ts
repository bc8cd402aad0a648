import { engineRowsUnusable } from '../../store/engine/engine-failure.ts'
import type { SqlRow } from '../statements/search-engine.ts'

/** Reads the values of a row in order, each with its expected type. */
export class Cells {
  readonly #row: SqlRow
  #at = 0

  constructor(row: SqlRow) {
    this.#row = row
  }

  next(): unknown {
    const value = this.#row[this.#at]
    this.#at += 1
    return value
  }

  text(): string {
    const value = this.next()
    if (typeof value === 'string') return value
    throw engineRowsUnusable(`the engine answered ${typeof value} for a text`)
  }

  number(): number {
    const value = this.next()
    if (typeof value === 'number') return value
    if (typeof value === 'bigint') return Number(value)
    throw engineRowsUnusable(`the engine answered ${typeof value} for a number`)
  }

  /** `null` for NULL, NaN and infinity. */
  figure(): number | null {
    const value = this.next()
    if (value === null) return null
    return typeof value === 'bigint' ? Number(value) : typeof value === 'number' ? value : null
  }
}
