/** The names that a step can use, and the numbers of their columns. */
import { FIELD } from '@logyard/contract/messages/message-fields'
import type { Span } from '../query/query-tree.ts'
import { listed, refuse, replacing, similarName } from './step-problem.ts'
import type { NameSyntax } from './step-syntax.ts'
import { writtenName } from './step-tokens.ts'
import type { BaseColumn, StepColumn, StepOrder, StepType } from './step-tree.ts'

/** What the check of steps has to know. */
export interface StepEnvironment {
  /** The type of a field of messages: `nothing` for one that no message has. */
  readonly fieldType: (field: string) => Exclude<StepType, 'boolean'>
  /** The definition of a grok pattern. Without the function, patterns are not looked up: the names of their fields suffice. */
  readonly grok: ((name: string) => string | undefined) | undefined
  readonly nowMs: number
  /** Length of the selected range, which decides the width of bars. */
  readonly rangeMs: number
}

/** Columns of a list of messages to which nothing was added. */
const MESSAGE_COLUMNS = [FIELD.timestamp, FIELD.source, FIELD.message]

const NEWEST_FIRST: StepOrder = { terms: [], areMessages: true }

export class StepScope {
  readonly environment: StepEnvironment
  readonly #base = new Map<string, BaseColumn>()
  #columns = new Map<string, StepColumn>()
  #shown: readonly string[] = MESSAGE_COLUMNS
  #knowsFields = true
  #next = 1
  order: StepOrder = NEWEST_FIRST

  constructor(environment: StepEnvironment) {
    this.environment = environment
  }

  get base(): readonly BaseColumn[] {
    return [...this.#base.values()]
  }

  /** The names that are defined, without fields of messages that were not used. */
  get names(): readonly string[] {
    return this.#knowsFields ? [...new Set([...this.#shown, ...this.#columns.keys()])] : this.#shown
  }

  /** Whether any field of a message can be used. */
  get knowsFields(): boolean {
    return this.#knowsFields
  }

  newId(): number {
    this.#next += 1
    return this.#next
  }

  find(name: string, span: Span): StepColumn {
    const known = this.#columns.get(name)
    if (known !== undefined) return known
    if (this.#knowsFields) {
      const { id, type } = this.baseColumn(name, this.environment.fieldType(name))
      const column = { id, name, type, field: name }
      this.#columns.set(name, column)
      return column
    }
    const meant = similarName(name, this.#shown)
    const hint = meant === undefined ? `there are ${listed(this.#shown)}` : `did you mean ${meant}?`
    return refuse(
      `There is no column ${name} at this step: ${hint}`,
      span,
      meant === undefined ? undefined : replacing(span, writtenName(meant)),
    )
  }

  baseColumn(field: string, type: StepType): BaseColumn {
    const key = `${type} ${field}`
    const known = this.#base.get(key)
    if (known !== undefined) return known
    const column = { id: this.newId(), field, type }
    this.#base.set(key, column)
    return column
  }

  /** Replaces a column of the same name. */
  define(name: string, type: StepType, id = this.newId()): number {
    this.#columns.set(name, { id, name, type, field: undefined })
    if (!this.#shown.includes(name)) this.#shown = [...this.#shown, name]
    return id
  }

  /** Rows of their own: only these columns are left. */
  replaceAll(columns: readonly StepColumn[], names: readonly NameSyntax[], order: StepOrder): void {
    const seen = new Set<string>()
    for (const [at, { name }] of columns.entries()) {
      if (seen.has(name))
        refuse(`There are two columns ${name}: name one of them with as.`, names[at]?.span ?? { from: 0, to: 0 })
      seen.add(name)
    }
    this.#columns = new Map(columns.map((column) => [column.name, column]))
    this.#shown = columns.map(({ name }) => name)
    this.#knowsFields = false
    this.order = order
  }

  /** Only these columns are left, in this order. */
  keep(names: readonly NameSyntax[]): void {
    const columns = names.map(({ name, span }) => this.find(name, span))
    this.#columns = new Map(columns.map((column) => [column.name, column]))
    this.#shown = [...this.#columns.keys()]
    this.#knowsFields = false
  }

  leaveOut(names: readonly NameSyntax[]): void {
    const unwanted = new Set<string>()
    for (const { name, span } of names) {
      if (!this.#knowsFields || this.#columns.has(name)) this.find(name, span)
      unwanted.add(name)
    }
    const left = this.#shown.filter((name) => !unwanted.has(name))
    const [first] = names
    if (left.length === 0 && first !== undefined) refuse('No column is left.', first.span)
    this.keep(left.map((name) => ({ name, span: first?.span ?? { from: 0, to: 0 } })))
  }

  /** The columns of the result. */
  result(): readonly StepColumn[] {
    return this.#shown.map((name) => this.find(name, { from: 0, to: 0 }))
  }
}
