/** The changes of an event definition. */
import {
  createEventDefinition,
  type DefinitionSql,
  deleteEventDefinition,
  duplicateEventDefinition,
  type EventDefinition,
  type EventDefinitionDraft,
  getDefinitionSql,
  scheduleEventDefinition,
  unscheduleEventDefinition,
  updateEventDefinition,
} from '@logyard/contract/events/event-definitions'
import { EVENT_DEFINITIONS_KEY } from '../../alerting/alerting-keys.ts'
import { useGo } from '../../base/routes/location.ts'
import { routes } from '../../base/routes/routes.ts'
import { useAction, useAskedAction } from '../../ui/action/use-action.ts'
import { isAtFields } from '../../ui/form/api-field-errors.ts'

/** Creating and deleting changes the user's permissions. */
const WITH_OWNERSHIP = [EVENT_DEFINITIONS_KEY, ['current-user']] as const

export interface SavedDefinition {
  readonly draft: EventDefinitionDraft
  readonly isScheduled: boolean
}

export const useCreateDefinition = () =>
  useAction({
    run: (call, { draft, isScheduled }: SavedDefinition) =>
      call(createEventDefinition, { query: { schedule: isScheduled }, body: draft }),
    texts: 'definitions.toast.save',
    values: ({ draft }) => ({ title: draft.title }),
    changes: WITH_OWNERSHIP,
    isShown: isAtFields,
  })

export const useUpdateDefinition = (id: string) =>
  useAction({
    run: (call, { draft, isScheduled }: SavedDefinition) =>
      call(updateEventDefinition, { params: { id }, query: { schedule: isScheduled }, body: { ...draft, id } }),
    texts: 'definitions.toast.update',
    values: ({ draft }) => ({ title: draft.title }),
    changes: [EVENT_DEFINITIONS_KEY],
    isShown: isAtFields,
  })

export const useDeleteDefinition = () =>
  useAskedAction({
    run: (call, { id }: EventDefinition) => call(deleteEventDefinition, { params: { id } }),
    texts: 'definitions.toast.delete',
    question: 'definitions.delete',
    changes: WITH_OWNERSHIP,
  })

export const useEnableDefinition = () =>
  useAskedAction({
    run: (call, { id }: EventDefinition) => call(scheduleEventDefinition, { params: { id } }),
    texts: 'definitions.toast.enable',
    question: 'definitions.enable',
    changes: [EVENT_DEFINITIONS_KEY],
    isHarmless: true,
  })

export const useDisableDefinition = () =>
  useAskedAction({
    run: (call, { id }: EventDefinition) => call(unscheduleEventDefinition, { params: { id } }),
    texts: 'definitions.toast.disable',
    question: 'definitions.disable',
    changes: [EVENT_DEFINITIONS_KEY],
    isHarmless: true,
  })

/** Leads to the page for SQL, with the statement of the definition over its latest window. */
export const useOpenAsSql = () => {
  const go = useGo()
  return useAction({
    run: async (call, { id }: EventDefinition) => go(sqlLink(await call(getDefinitionSql, { params: { id } }))),
    texts: 'definitions.toast.sql',
    changes: [],
  })
}

const sqlLink = ({ sql, query, streams, window_ms: windowMs }: DefinitionSql) =>
  routes.searchSql({
    sql: sql ?? '',
    q: query,
    rangetype: 'relative',
    relative: Math.ceil(windowMs / 1000),
    streams: streams.length === 0 ? undefined : streams.join(','),
  })

/** Whether a statement can express the condition: it does not look things up, or at more than one window. */
export const hasSql = ({ config }: EventDefinition): boolean =>
  config.type === 'steps-v1' ? !/\|\s*join\b/.test(config.steps) : WITH_SQL.has(config.type)

const WITH_SQL: ReadonlySet<string> = new Set(['aggregation-v1', 'sql-v1'])

/** The toast names the copy. */
export const useDuplicateDefinition = () =>
  useAction({
    run: (call, { id }: EventDefinition) => call(duplicateEventDefinition, { params: { id } }),
    texts: 'definitions.toast.duplicate',
    values: ({ title }, copy) => ({ title: copy?.title ?? title }),
    changes: WITH_OWNERSHIP,
  })
