/** Receives the new fields that processing finds: persists them before the messages are stored, and counts unusual ones. */

import { setOfIndex } from '../store/messages/set-of-index.ts'
import type { ValueCounts } from '../store/messages/value-counts.ts'
import type { MessageFieldColumns } from './field-columns.ts'
import { usualWith } from './field-forms.ts'
import type { FieldRegistry } from './field-registry.ts'
import type { FieldCount, FieldVerdict, SeenFields } from './field-watch.ts'
import type { NotedField } from './known-fields.ts'
import type { Unusual } from './unusual-counts.ts'
import type { UnusualMessages } from './unusual-messages.ts'

export interface MessageFields {
  /** Resolves, once the fields are persisted, to what processing need not report again. */
  note(seen: readonly SeenFields[]): Promise<readonly FieldVerdict[]>
  /** Counts values that have no column. */
  countValues(counts: readonly ValueCounts[]): void
}

export function createMessageFields(deps: {
  readonly registry: FieldRegistry
  readonly unusual: UnusualMessages
  readonly columns: Pick<MessageFieldColumns, 'count'>
}): MessageFields {
  const { registry, unusual, columns } = deps

  function unusualOf(count: FieldCount, floods: ReadonlySet<string>): readonly Unusual[] {
    const first = registry.firstForm(count.index, count.field) ?? count.form
    const found = (kind: Unusual['kind']): Unusual => ({
      kind,
      field: count.field,
      indexSet: setOfIndex(count.index),
      usualForm: first,
      form: count.form,
      inputId: count.inputId,
      streams: count.streams,
      count: count.count,
      example: { index: count.index, id: count.exampleId },
    })
    if (count.kind === 'long-value') return [found('long-value')]
    return [
      ...((usualWith(first) & count.form) === 0 ? [found('type-clash')] : []),
      ...(floods.has(`${count.index} ${count.field}`) ? [found('field-flood')] : []),
    ]
  }

  return {
    async note(seen) {
      const noted = await registry.note(seen.flatMap(({ fields }) => fields))
      const floods = new Set(noted.filter(({ isFlood }) => isFlood).map(({ index, field }) => `${index} ${field}`))
      const counts = seen.flatMap((one) => one.counts)
      if (counts.length > 0) unusual.add(counts.flatMap((count) => unusualOf(count, floods)))
      return noted.map(verdictOf)
    },
    countValues: columns.count,
  }
}

const verdictOf = ({ index, field, first }: NotedField): FieldVerdict => ({ index, field, usual: usualWith(first) })
