import { purgeLookupTable } from '@logyard/contract/lookup/lookup-tables'
import { Button, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import classes from '../lookup.module.css'
import type { TableRow } from '../lookup-queries.ts'
import { usePurgeTable } from './table-actions.ts'

/** Removes one key or all keys of a table from its cache. */
export function PurgeCache({ table }: { table: TableRow }) {
  const t = useText()
  const mayPurge = useMay()(purgeLookupTable)
  const [key, setKey] = useState('')
  const purge = usePurgeTable(table, 'Key')
  const purgeAll = usePurgeTable(table, 'All')
  const isPending = purge.isPending || purgeAll.isPending
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (key !== '') purge.mutate(key)
  }
  return (
    <FormSection title={t('lookup.purge')} description={t('lookup.purge.help')}>
      <form onSubmit={submit} noValidate aria-label={t('lookup.purge')}>
        <div className={classes['keyLine']}>
          <TextInput
            label={t('lookup.key')}
            autoComplete="off"
            spellCheck={false}
            translate="no"
            disabled={!mayPurge}
            value={key}
            onChange={({ currentTarget }) => setKey(currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={isPending} disabled={key === '' || !mayPurge}>
            {t('lookup.purge.key')}
          </Button>
          <Button variant="default" disabled={!mayPurge || isPending} onClick={() => purgeAll.mutate(undefined)}>
            {t('lookup.purge.all')}
          </Button>
        </div>
      </form>
    </FormSection>
  )
}
