import { createDataAdapter } from '@logyard/contract/lookup/data-adapters'
import { createLookupCache } from '@logyard/contract/lookup/lookup-caches'
import { Button, Select } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useMay } from '../../../base/session/current-user.tsx'
import { naturally } from '../../../base/text/natural-order.ts'
import { useText } from '../../../base/text/text.tsx'
import formClasses from '../form/form.module.css'
import type { Part } from '../parts/part-kind.ts'

interface PartSelectProps {
  readonly kind: 'cache' | 'adapter'
  /** Undefined while they are loading. */
  readonly parts: readonly Part[] | undefined
  readonly value: string
  readonly name: string
  readonly error: ReactNode
  readonly onBlur: () => void
  readonly onChange: (id: string) => void
  readonly onCreate: () => void
}

/** Selects a cache or a data adapter, or creates one on the way. */
export function PartSelect({ kind, parts, value, onChange, onCreate, ...input }: PartSelectProps) {
  const t = useText()
  const mayCreate = useMay()(kind === 'cache' ? createLookupCache : createDataAdapter)
  const options = (parts ?? [])
    .map(({ id, title, name }) => ({ value: id, label: t('lookup.part.option', { title, name }) }))
    .toSorted((a, b) => naturally(a.label, b.label))
  return (
    <div className={formClasses['withButton']}>
      <Select
        label={t(`lookup.${kind === 'cache' ? 'caches' : 'adapters'}.one`)}
        placeholder={t(`lookup.${kind}.choose`)}
        required
        searchable
        allowDeselect={false}
        disabled={parts === undefined}
        data={options}
        value={options.some((option) => option.value === value) ? value : null}
        {...input}
        attributes={{ dropdown: { translate: 'no' } }}
        onChange={(id) => id !== null && onChange(id)}
      />
      {mayCreate && (
        <Button variant="default" leftSection={<IconPlus size={14} />} onClick={onCreate}>
          {t(`lookup.${kind}.add`)}
        </Button>
      )}
    </div>
  )
}
