import { Badge, Group, Text } from '@mantine/core'
import { Priority } from '../../../alerting/priority.tsx'
import { useText } from '../../../base/text/text.tsx'
import { DefinitionList } from '../../../ui/definition-list.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import type { ShownDefinition } from '../model/definition-draft.ts'
import { ConditionSummary } from './condition-summary.tsx'
import { FieldTable } from './field-table.tsx'
import { NotificationsSummary } from './notifications-summary.tsx'

/** Everything that a definition says, read-only. */
export function DefinitionSummary({ definition }: { definition: ShownDefinition }) {
  const t = useText()
  const { title, description, priority, tags, field_spec: fields } = definition
  const { remediation_steps: steps, event_summary_template: message } = definition
  return (
    <>
      <FormSection title={t('definitions.step.details')}>
        <DefinitionList
          items={[
            { label: t('definitions.title'), value: title },
            { label: t('definitions.description'), value: description },
            { label: t('alerting.priority'), value: <Priority priority={priority} /> },
            message !== '' && { label: t('definitions.message'), value: message },
            tags.length > 0 && { label: t('definitions.tags'), value: <Tags tags={tags} /> },
            steps !== '' && { label: t('definitions.remediation'), value: <Steps text={steps} /> },
          ]}
        />
      </FormSection>
      <FormSection title={t('definitions.step.condition')}>
        <ConditionSummary config={definition.config} />
      </FormSection>
      <FormSection title={t('definitions.step.fields')}>
        {Object.keys(fields).length === 0 ? (
          <Dimmed>{t('definitions.fields.none')}</Dimmed>
        ) : (
          <FieldTable fields={fields} keys={definition.key_spec} />
        )}
      </FormSection>
      <FormSection title={t('definitions.step.notifications')}>
        <NotificationsSummary definition={definition} />
      </FormSection>
    </>
  )
}

const Tags = ({ tags }: { tags: readonly string[] }) => (
  <Group gap={4} translate="no">
    {tags.map((tag) => (
      <Badge key={tag} color="gray">
        {tag}
      </Badge>
    ))}
  </Group>
)

const Steps = ({ text }: { text: string }) => (
  <Text component="div" inherit style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} translate="no">
    {text}
  </Text>
)
