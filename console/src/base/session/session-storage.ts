/** The session in the browser's local storage, under the keys `sessionId` and `username`; other tabs share it. */
const SESSION_KEY = 'sessionId'
const USERNAME_KEY = 'username'

interface StoredSession {
  readonly sessionId: string
  readonly username: string
}

export function createSessionStorage(storage: Storage, tabs: Pick<Window, 'addEventListener' | 'removeEventListener'>) {
  function read(): StoredSession | undefined {
    const sessionId = storage.getItem(SESSION_KEY)
    const username = storage.getItem(USERNAME_KEY)
    return sessionId === null || username === null ? undefined : { sessionId, username }
  }
  return {
    read,
    write({ sessionId, username }: StoredSession): void {
      storage.setItem(USERNAME_KEY, username)
      storage.setItem(SESSION_KEY, sessionId)
    },
    clear(): void {
      storage.removeItem(SESSION_KEY)
      storage.removeItem(USERNAME_KEY)
    },
    /** Calls the listener when another tab signs in or out; this tab's own changes cause no storage events. */
    onOtherTab(listener: (stored: StoredSession | undefined) => void): () => void {
      const follow = ({ key }: StorageEvent) => {
        if (key === SESSION_KEY || key === null) listener(read())
      }
      tabs.addEventListener('storage', follow)
      return () => tabs.removeEventListener('storage', follow)
    },
  }
}
