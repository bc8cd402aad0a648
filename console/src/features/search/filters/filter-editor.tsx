import { parseQuery } from '@logyard/languages/query/parse-query'
import { Button, Group, SegmentedControl, Stack, Textarea, TextInput } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { useFieldTypes } from '../../../query/fields/field-types.ts'
import { fieldTerm } from '../../../view-document/actions/query-composition.ts'
import { type FilterParts, queryOfParts } from './filter-parts.ts'

interface FilterEditorProps {
  readonly parts: FilterParts
  /** Without a query the filter stays as it is. */
  readonly onDone: (query?: string) => void
}

/** Field, “is” or “is not”, and value; or a query if the filter says more than that. */
export function FilterEditor({ parts, onDone }: FilterEditorProps) {
  const t = useText()
  const { typeOf } = useFieldTypes()
  const [isExcluded, setIsExcluded] = useState(parts.isExcluded)
  const [simple, setSimple] = useState(parts.simple)
  const [text, setText] = useState(parts.query)
  const query = simple === undefined ? text.trim() : fieldTerm(simple.field.trim(), simple.value, typeOf(simple.field))
  const parsed = parseQuery(query, { allowLeadingWildcard: true })
  const isFine = parsed.ok && query !== '' && simple?.field.trim() !== ''
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    // In React's tree the popover is inside the search bar.
    event.stopPropagation()
    if (isFine) onDone(queryOfParts({ isExcluded, query, simple }))
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xs" w={280}>
        {simple !== undefined && (
          <TextInput
            label={t('searchTools.pill.field')}
            value={simple.field}
            autoComplete="off"
            translate="no"
            onChange={({ currentTarget }) => setSimple({ ...simple, field: currentTarget.value })}
          />
        )}
        <SegmentedControl
          size="xs"
          data={[
            { value: 'is', label: t('searchTools.pill.is') },
            { value: 'not', label: t('searchTools.pill.isNot') },
          ]}
          value={isExcluded ? 'not' : 'is'}
          onChange={(value) => setIsExcluded(value === 'not')}
        />
        {simple === undefined ? (
          <Textarea
            data-autofocus
            label={t('searchTools.pill.query')}
            value={text}
            error={parsed.ok ? undefined : parsed.errors[0].message}
            autosize
            maxRows={6}
            translate="no"
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        ) : (
          <TextInput
            data-autofocus
            label={t('searchTools.pill.value')}
            value={simple.value}
            autoComplete="off"
            translate="no"
            onChange={({ currentTarget }) => setSimple({ ...simple, value: currentTarget.value })}
          />
        )}
        <Group gap="xs" justify="end">
          <Button size="xs" variant="default" onClick={() => onDone()}>
            {t('ui.cancel')}
          </Button>
          <Button size="xs" type="submit" disabled={!isFine}>
            {t('searchTools.pill.apply')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
