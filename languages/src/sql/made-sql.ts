/** The classes of SQL and the only function that creates them from a text. An import rule restricts it to this folder. */

/** Not exported, so that no other module can call the constructors, not even at run time. */
const MAKER = Symbol('maker of SQL')

/** SQL, created only by the tag `sql` and the functions beside it. Engine clients accept this type, not strings. */
export class Sql {
  readonly #text: string

  constructor(maker: typeof MAKER, text: string) {
    if (maker !== MAKER) throw new TypeError('SQL is created by the tag sql and the functions beside it only')
    this.#text = text
  }

  get text(): string {
    return this.#text
  }

  /** Statements are used in map keys, so different statements must give different texts. */
  toString(): string {
    return this.#text
  }

  toJSON(): string {
    return this.#text
  }
}

/**
 * SQL that reads messages only within a permission, or no messages at all. SQL that contains scoped SQL is scoped, too;
 * `scoped-sql.ts` creates the first part.
 */
export class ScopedSql extends Sql {
  /** Makes the type nominal. */
  readonly #isScoped = true

  get isScoped(): true {
    return this.#isScoped
  }
}

export const madeSql = (text: string, isScoped: boolean): Sql =>
  isScoped ? new ScopedSql(MAKER, text) : new Sql(MAKER, text)

export const madeScopedSql = (text: string): ScopedSql => new ScopedSql(MAKER, text)
