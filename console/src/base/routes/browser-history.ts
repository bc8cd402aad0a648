/** The entries of the browser's history, with questions to the user before an entry is left. */

/** What a page stores with its entry. */
interface EntryState {
  /** Which piece of work the entry shows. */
  readonly workId?: string
}

export interface HistoryEntry {
  /** The whole path, with the base path of the console. */
  readonly pathname: string
  /** `?q=1`, or empty. */
  readonly search: string
  readonly hash: string
  readonly state: EntryState
  /** Identifies the entry. */
  readonly key: string
  /** Position in the history: that of a later entry is larger. */
  readonly place: number
}

export type Move = 'push' | 'replace' | 'pop'

/** Whether the page may be left for that entry. */
type LeaveQuestion = (next: HistoryEntry) => boolean | Promise<boolean>

interface MoveOptions {
  /** Without questions. */
  readonly isForced?: boolean
}

export type BrowserHistory = ReturnType<typeof createBrowserHistory>

export const hrefOfEntry = ({ pathname, search, hash }: HistoryEntry): string => `${pathname}${search}${hash}`

export function createBrowserHistory(window: Window) {
  const { history, location } = window
  const listeners = new Set<(move: Move) => void>()
  const questions = new Set<LeaveQuestion>()
  const newKey = () => window.crypto.getRandomValues(new Uint32Array(2)).join('')
  /** The entry that the browser shows. An entry that the browser made gets a key and a place. */
  const shown = (usualPlace: number): HistoryEntry => {
    const { pathname, search, hash } = location
    const { workId, key = newKey(), place = usualPlace } = storedIn(history.state)
    const state = workId === undefined ? {} : { workId }
    history.replaceState({ ...state, key, place }, '')
    return { pathname, search, hash, state, key, place }
  }
  let current = shown(0)
  /** The browser is on its way back to the entry that the user stays at. */
  let isReturning = false

  function ask(next: HistoryEntry, go: () => void, stay: () => void): void {
    const answers = [...questions].map((question) => question(next))
    if (answers.every((answer) => answer === true)) go()
    else void Promise.all(answers).then((all) => (all.includes(false) ? stay() : go()))
  }

  function settle(next: HistoryEntry, move: Move): void {
    current = next
    for (const tell of listeners) tell(move)
  }

  function move(kind: 'push' | 'replace', href: string, state: EntryState, { isForced = false }: MoveOptions): void {
    const { pathname, search, hash } = new URL(href, location.href)
    const place = current.place + (kind === 'push' ? 1 : 0)
    const next: HistoryEntry = { pathname, search, hash, state, key: newKey(), place }
    const go = () => {
      const stored = { ...state, key: next.key, place }
      if (kind === 'push') history.pushState(stored, '', hrefOfEntry(next))
      else history.replaceState(stored, '', hrefOfEntry(next))
      settle(next, kind)
    }
    if (isForced) go()
    else ask(next, go, () => undefined)
  }

  function onPop(): void {
    if (isReturning) {
      isReturning = false
      return
    }
    const next = shown(current.place + 1)
    ask(
      next,
      () => settle(next, 'pop'),
      () => {
        isReturning = true
        history.go(current.place - next.place)
      },
    )
  }

  return {
    entry: () => current,
    push: (href: string, state: EntryState = {}, options: MoveOptions = {}) => move('push', href, state, options),
    replace: (href: string, state: EntryState = {}, options: MoveOptions = {}) => move('replace', href, state, options),
    /** Follows the browser's buttons, until the returned function is called. */
    listen() {
      window.addEventListener('popstate', onPop)
      return () => window.removeEventListener('popstate', onPop)
    },
    subscribe(tell: (move: Move) => void) {
      listeners.add(tell)
      return () => void listeners.delete(tell)
    },
    /** Asks before each entry that is left, until the returned function is called. */
    askBefore(question: LeaveQuestion) {
      questions.add(question)
      return () => void questions.delete(question)
    },
  }
}

/** What `move` stored; nothing in an entry that the browser made. */
function storedIn(state: unknown): { workId?: string; key?: string; place?: number } {
  if (typeof state !== 'object' || state === null) return {}
  const text = (name: string) => {
    const value: unknown = Reflect.get(state, name)
    return typeof value === 'string' ? { [name]: value } : {}
  }
  const place: unknown = Reflect.get(state, 'place')
  return { ...text('workId'), ...text('key'), ...(typeof place === 'number' ? { place } : {}) }
}
