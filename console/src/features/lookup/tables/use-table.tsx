import type { LookupTable } from '@logyard/contract/lookup/lookup-tables'
import { createRule } from '@logyard/contract/pipelines/rules'
import { Autocomplete, TextInput } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useQueryValues } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { allFieldsQuery } from '../../../query/fields/field-queries.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { NextStep, NextSteps } from '../../../ui/next-steps/next-steps.tsx'
import classes from '../lookup.module.css'
import { fieldOfName } from './field-of-name.ts'

/** Leads to a rule that sets a field of messages from the table. */
export function UseTable({ table: { name } }: { readonly table: LookupTable }) {
  const t = useText()
  const asked = useQueryValues()
  const [field, setField] = useState(asked.get('field') ?? '')
  const [newField, setNewField] = useState(asked.get('new_field') ?? fieldOfName(name))
  const fields = useQuery(allFieldsQuery(useCall())).data ?? []
  if (!useMay()(createRule)) return null
  const rule = { lookup_table: name, field: field.trim(), new_field: newField.trim() }
  return (
    <NextSteps title={t('lookup.use')}>
      <NextStep Icon={IconArrowRight} label={t('lookup.use.rule')}>
        <div className={classes['useLine']}>
          <Autocomplete
            label={t('lookup.use.field')}
            openOnFocus={false}
            autoComplete="off"
            attributes={{ dropdown: { translate: 'no' } }}
            data={fields.map((one) => one.name)}
            value={field}
            onChange={setField}
          />
          <TextInput
            label={t('lookup.use.newField')}
            autoComplete="off"
            spellCheck={false}
            translate="no"
            value={newField}
            onChange={({ currentTarget }) => setNewField(currentTarget.value)}
          />
          <LinkButton to={routes.pipelines.ruleNew(rule)}>{t('lookup.use.create')}</LinkButton>
        </div>
      </NextStep>
    </NextSteps>
  )
}
