/** Jumps between pages by two keys: `g`, then the letter of the page. */
import { useEffect, useRef } from 'react'
import { useDrafts } from '../../base/drafts/drafts-provider.tsx'
import { useGo } from '../../base/routes/location.ts'
import type { RouteSpec } from '../../base/routes/route.ts'
import { routes } from '../../base/routes/routes.ts'
import { useHolds } from '../../base/session/current-user.tsx'
import { type Needs, permissionsNeeded } from '../../base/session/needs.ts'
import type { MessageId } from '../../base/text/catalogues.ts'

interface Jump {
  readonly key: string
  readonly route: RouteSpec
  readonly link: string
  readonly text: MessageId
  readonly permissions: readonly string[]
}

const jump = (key: string, route: RouteSpec & (() => string), text: MessageId, needs: Needs = []): Jump => ({
  key,
  route,
  link: route(),
  text,
  permissions: permissionsNeeded(needs),
})

const JUMPS: readonly Jump[] = [
  jump('s', routes.search, 'shell.search'),
  jump('n', routes.searchNew, 'shell.search.new'),
  jump('d', routes.dashboards, 'shell.dashboards'),
  jump('t', routes.streams, 'shell.streams'),
  jump('i', routes.inputs.list, 'shell.inputs', ['input_states.list']),
  jump('o', routes.overview, 'shell.overview'),
]

/** The second key must follow within this time. */
const SEQUENCE_MS = 1_500

/** The jumps that the user may use. */
export function useJumps(): readonly Jump[] {
  const holds = useHolds()
  return JUMPS.filter(({ permissions }) => holds(permissions))
}

export function useGoKeys(): void {
  const go = useGo()
  const jumps = useJumps()
  const drafts = useDrafts()
  const latest = useRef({ go, jumps })
  useEffect(() => {
    latest.current = { go, jumps }
  })
  useEffect(() => {
    let begunAt = Number.NEGATIVE_INFINITY
    function follow(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || isEditing(event)) return
      const isSecond = event.timeStamp - begunAt < SEQUENCE_MS
      begunAt = Number.NEGATIVE_INFINITY
      const target = latest.current.jumps.find(({ key }) => key === event.key)
      if (isSecond && target !== undefined) {
        event.preventDefault()
        // The same letter alone may be a shortcut of the page.
        event.stopImmediatePropagation()
        // Search returns to the last one, as the navigation does.
        const last = target.route === routes.search ? drafts.lastSearch() : undefined
        latest.current.go(last ?? target.link)
      } else if (event.key === 'g') begunAt = event.timeStamp
    }
    window.addEventListener('keydown', follow, { capture: true })
    return () => window.removeEventListener('keydown', follow, { capture: true })
  }, [drafts])
}

const isEditing = ({ target }: Event) =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable="true"], [role="dialog"]') !== null
