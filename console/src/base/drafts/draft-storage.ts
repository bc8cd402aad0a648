/** JSON values in a web storage under one prefix. Quiet if the browser refuses: drafts are then lost with the page. */

export interface DraftStorage {
  readonly keys: () => readonly string[]
  readonly read: (key: string) => unknown
  readonly write: (key: string, value: unknown) => void
  readonly remove: (key: string) => void
}

/** One value; a larger one is not kept. */
const MAX_CHARACTERS = 256_000

/** `open` may throw: browsers can be set to refuse storage. */
export function createDraftStorage(open: () => Storage, prefix: string): DraftStorage {
  const attempt = <T>(use: (storage: Storage) => T): T | undefined => {
    try {
      return use(open())
    } catch (error) {
      if (error instanceof DOMException || error instanceof SyntaxError) return undefined
      throw error
    }
  }
  return {
    keys: () =>
      attempt((storage) =>
        Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
          .filter((key) => key.startsWith(prefix))
          .map((key) => key.slice(prefix.length)),
      ) ?? [],
    read: (key) =>
      attempt((storage): unknown => {
        const text = storage.getItem(prefix + key)
        return text === null ? undefined : JSON.parse(text)
      }),
    write(key, value) {
      const text = JSON.stringify(value)
      attempt((storage) =>
        text.length > MAX_CHARACTERS ? storage.removeItem(prefix + key) : storage.setItem(prefix + key, text),
      )
    },
    remove: (key) => attempt((storage) => storage.removeItem(prefix + key)),
  }
}
