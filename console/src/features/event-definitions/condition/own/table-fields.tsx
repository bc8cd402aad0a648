import type { SqlConfig, StepsConfig } from '@logyard/contract/events/processor-configs'
import { Radio, Stack, TagsInput } from '@mantine/core'
import { useText } from '../../../../base/text/text.tsx'
import { useQueryCompletion } from '../../../../query/query-input/use-query-completion.ts'
import { useQueryHistory } from '../../../../query/query-input/use-query-history.ts'
import { useCompletionWithSteps, useStepProblems, useStepTools } from '../../../../query/query-input/use-step-tools.ts'
import { DEFAULT_RANGE } from '../../../../query/time-range/time-range.ts'
import { CodeField } from '../../../../ui/code-field/code-field.tsx'
import { QueryField } from '../query-field.tsx'
import type { OwnFieldsProps } from './own-fields-props.ts'

/** Fields for the steps or the statement of the table, and for which of its rows are events. */
export function TableFields({ config, errors, onConfig }: OwnFieldsProps<StepsConfig | SqlConfig>) {
  const t = useText()
  return (
    <>
      {config.type === 'steps-v1' ? (
        <StepsField config={config} errors={errors} onConfig={onConfig} />
      ) : (
        <CodeField
          label={t('definitions.sql')}
          description={t('definitions.sql.help')}
          height="paragraph"
          editor={(_, plain) => plain}
          value={config.sql}
          error={errors['sql']}
          onChange={(sql) => onConfig({ ...config, sql })}
        />
      )}
      <Radio.Group
        label={t('definitions.rows')}
        value={config.is_each_row ? 'each' : 'any'}
        onChange={(mode) => onConfig({ ...config, is_each_row: mode === 'each' })}
      >
        <Stack gap="xs" mt={4}>
          <Radio value="each" label={t('definitions.rows.each')} />
          <Radio value="any" label={t('definitions.rows.any')} />
        </Stack>
      </Radio.Group>
      {config.is_each_row && (
        <TagsInput
          label={t('definitions.keyColumns')}
          description={t('definitions.keyColumns.help')}
          value={config.key_columns}
          error={errors['key_columns']}
          onChange={(columns) => onConfig({ ...config, key_columns: columns })}
          attributes={{ pillsList: { translate: 'no' } }}
        />
      )}
    </>
  )
}

function StepsField({ config, errors, onConfig }: OwnFieldsProps<StepsConfig>) {
  const t = useText()
  const { steps, streams } = config
  const completion = useCompletionWithSteps(useQueryCompletion(streams, DEFAULT_RANGE))
  const tools = useStepTools(steps)
  const problems = useStepProblems({ text: steps, submitted: '', tools, completion })
  const history = useQueryHistory()
  return (
    <QueryField
      label={t('definitions.steps')}
      description={t('definitions.steps.help')}
      placeholder="| stats count() as messages by source"
      error={problems.length === 0 ? errors['steps'] : undefined}
      value={steps}
      problems={problems}
      completion={completion}
      history={history}
      onChange={(next) => onConfig({ ...config, steps: next })}
    />
  )
}
