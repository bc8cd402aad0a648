import {
  MASKED_KINDS,
  MASKING_RULES_KEY,
  MAX_MASKED_FIELDS,
  MaskingRules,
} from '@logyard/contract/agents/masking-rules'
import { Checkbox, Stack, TagsInput } from '@mantine/core'
import { Value } from 'typebox/value'
import { useText } from '../../base/text/text.tsx'
import { useFieldTypes } from '../../query/fields/field-types.ts'
import { EntityForm } from '../../ui/form/entity-form.tsx'
import { renderNamePill } from '../../ui/form/render-name-pill.tsx'
import { DocumentCard } from './document-card.tsx'
import { useDocumentForm } from './use-document-form.ts'

/** What agents see as pseudonyms only. */
export function MaskingCard() {
  const t = useText()
  return (
    <DocumentCard
      documentKey={MASKING_RULES_KEY}
      title={t('configurations.masking')}
      description={t('configurations.masking.description')}
      read={(document) => (Value.Check(MaskingRules, document) ? document : undefined)}
      items={({ fields, kinds }) => [
        {
          label: t('configurations.masking.fields'),
          value:
            fields.length === 0 ? t('configurations.masking.none') : <span translate="no">{fields.join(', ')}</span>,
        },
        {
          label: t('configurations.masking.kinds'),
          value:
            kinds.length === 0
              ? t('configurations.masking.none')
              : kinds.map((kind) => t(`configurations.masking.kind.${kind}`)).join(', '),
        },
      ]}
      editTitle={t('configurations.masking.edit')}
      form={(rules) => <MaskingForm rules={rules} />}
    />
  )
}

function MaskingForm({ rules }: { rules: MaskingRules }) {
  const t = useText()
  const { fields: known } = useFieldTypes()
  const form = useDocumentForm({ documentKey: MASKING_RULES_KEY, initial: rules })
  const { fields, kinds } = form.values
  return (
    <EntityForm form={form}>
      <TagsInput
        label={t('configurations.masking.fields')}
        description={t('configurations.masking.fields.help')}
        attributes={{ option: { translate: 'no' } }}
        data={known.map(({ name }) => name)}
        maxTags={MAX_MASKED_FIELDS}
        acceptValueOnBlur
        renderPill={renderNamePill}
        value={fields}
        onChange={(chosen) => form.change({ fields: chosen })}
      />
      <Checkbox.Group
        label={t('configurations.masking.kinds')}
        value={kinds}
        onChange={(chosen) => form.change({ kinds: MASKED_KINDS.filter((kind) => chosen.includes(kind)) })}
      >
        <Stack gap="xs" mt={6}>
          {MASKED_KINDS.map((kind) => (
            <Checkbox key={kind} value={kind} label={t(`configurations.masking.kind.${kind}`)} />
          ))}
        </Stack>
      </Checkbox.Group>
    </EntityForm>
  )
}
