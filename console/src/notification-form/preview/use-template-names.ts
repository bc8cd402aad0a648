import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import type { TemplateName } from '../template-input/complete-template.ts'
import { DEFINITION_NAMES, EVENT_NAMES } from '../template-input/template-names.ts'
import { recentEventsQuery } from './recent-events-query.ts'

/** What templates know, with the fields of recent events. */
export function useTemplateNames(): readonly TemplateName[] {
  const t = useText()
  const events = useQuery(recentEventsQuery(useCall())).data
  return useMemo(() => {
    const fields = new Set(events?.flatMap((event) => Object.keys(event.fields)))
    const known = [...DEFINITION_NAMES, ...EVENT_NAMES].map(({ name, help }) => ({ name, help: t(help) }))
    return [...known, ...[...fields].toSorted().map((field) => ({ name: `event.fields.${field}` }))]
  }, [events, t])
}
