/** The classes of SQL and the one function that makes them of a text. An import rule keeps it to this folder. */

/** Nobody else has it, so that nobody can call the constructors, not even at run time. */
const MAKER = Symbol('maker of SQL')

/** SQL, made by the tag `sql` and the makers beside it alone. What talks to the engine takes this and no string. */
export class Sql {
  readonly #text: string

  constructor(maker: typeof MAKER, text: string) {
    if (maker !== MAKER) throw new TypeError('SQL is made by the tag sql and its makers')
    this.#text = text
  }

  get text(): string {
    return this.#text
  }

  /** In a key of a map, different statements must never look alike. */
  toString(): string {
    return this.#text
  }

  toJSON(): string {
    return this.#text
  }
}

/**
 * SQL that reads messages only as far as a permission allows, or no messages at all. What holds some of it is scoped as
 * well; the first piece comes from `scoped-sql.ts`.
 */
export class ScopedSql extends Sql {
  /** No object that merely looks alike is of this type. */
  readonly #isScoped = true

  get isScoped(): true {
    return this.#isScoped
  }
}

export const madeSql = (text: string, isScoped: boolean): Sql =>
  isScoped ? new ScopedSql(MAKER, text) : new Sql(MAKER, text)

export const madeScopedSql = (text: string): ScopedSql => new ScopedSql(MAKER, text)
