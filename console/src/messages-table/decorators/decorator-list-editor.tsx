import { fieldsOf } from '@logyard/contract/configured/fields-of'
import type { Decorator } from '@logyard/contract/search/decorators'
import { Alert, Select, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { configurationToSend, initialConfiguration } from '../../ui/configured-form/configuration-values.ts'
import { useConfirm } from '../../ui/confirm/confirm.tsx'
import { Dimmed } from '../../ui/dimmed.tsx'
import { fieldProblems } from '../../ui/fields/field-problems.ts'
import { problemTexts } from '../../ui/fields/field-texts.ts'
import { Fields } from '../../ui/fields/fields.tsx'
import { SortableList } from '../../ui/sortable-list/sortable-list.tsx'
import { decoratorHint, decoratorTypesQuery } from './decorator-queries.ts'

interface DecoratorListEditorProps {
  /** Decorators in the order in which they run. */
  readonly decorators: readonly Decorator[]
  readonly onChange: (decorators: Decorator[]) => void
  readonly canAdd?: boolean
}

/** Decorators in order: added by type, configured in place, moved, deleted. */
export function DecoratorListEditor({ decorators, onChange, canAdd = true }: DecoratorListEditorProps) {
  const t = useText()
  const confirm = useConfirm()
  const types = useQuery(decoratorTypesQuery(useCall()))
  const [added, setAdded] = useState(0)
  const ordered = (next: readonly Decorator[]) => onChange(next.map((one, order) => ({ ...one, order })))
  const change = async (next: readonly Decorator[]) => {
    if (next.length >= decorators.length) return ordered(next)
    const isSure = await confirm({
      title: t('search.decorators.delete'),
      text: t('search.decorators.delete.text'),
      confirmLabel: t('search.decorators.delete'),
      isDangerous: true,
    })
    if (isSure) ordered(next)
  }
  const add = (type: string) => {
    const info = types.data?.[type]
    if (info === undefined) return
    const { requested_configuration: request } = info
    const config = configurationToSend(request, initialConfiguration(request))
    setAdded(added + 1)
    ordered([...decorators, { id: null, type, config, stream: null }])
  }
  const nameOf = ({ type }: Decorator) => types.data?.[type]?.name ?? t('search.decorators.unknown', { type })
  const settings = (decorator: Decorator, replace: (next: Decorator) => void) => {
    const request = types.data?.[decorator.type]?.requested_configuration
    if (request === undefined) return <Alert color="amber">{nameOf(decorator)}</Alert>
    const fields = fieldsOf(request)
    const values = initialConfiguration(request, decorator.config)
    return (
      <Fields
        fields={fields}
        values={values}
        errors={problemTexts(fieldProblems(fields, values), t)}
        onChange={(change) => replace({ ...decorator, config: configurationToSend(request, { ...values, ...change }) })}
      />
    )
  }
  return (
    <Stack gap="xs">
      {canAdd && (
        <Select
          // Reset the field after each choice, because choosing adds an entry.
          key={added}
          size="xs"
          label={t('search.decorators')}
          description={t('search.decorators.help')}
          placeholder={t('search.decorators.add')}
          searchable
          data={Object.values(types.data ?? {})
            .map(({ type, name }) => ({ value: type, label: name }))
            .toSorted((a, b) => a.label.localeCompare(b.label))}
          attributes={{ dropdown: { translate: 'no' } }}
          value={null}
          onChange={(type) => type !== null && add(type)}
        />
      )}
      {decorators.length === 0 && <Dimmed size="xs">{t('search.decorators.none')}</Dimmed>}
      <SortableList
        label={t('search.decorators')}
        items={decorators}
        nameOf={nameOf}
        hintOf={(decorator) => decoratorHint(decorator, types.data?.[decorator.type])}
        opensAdded
        settings={settings}
        onChange={(next) => void change(next)}
      />
    </Stack>
  )
}
