import type { SqlConfig, StepsConfig } from '@logyard/contract/events/processor-configs'
import { Flex, Input, Radio, Stack, TagsInput } from '@mantine/core'
import { useId } from 'react'
import { useText } from '../../../../base/text/text.tsx'
import { QueryInput } from '../../../../query/query-input/query-input.tsx'
import { QueryProblemText } from '../../../../query/query-input/query-problem-text.tsx'
import { useQueryCompletion } from '../../../../query/query-input/use-query-completion.ts'
import { useQueryHistory } from '../../../../query/query-input/use-query-history.ts'
import { useCompletionWithSteps, useStepProblems, useStepTools } from '../../../../query/query-input/use-step-tools.ts'
import { DEFAULT_RANGE } from '../../../../query/time-range/time-range.ts'
import { CodeField } from '../../../../ui/code-field/code-field.tsx'
import type { OwnFieldsProps } from './own-fields-props.ts'

/** What makes the table, and which of its rows are events. */
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
  const problemId = useId()
  const { steps, streams } = config
  const completion = useCompletionWithSteps(useQueryCompletion(streams, DEFAULT_RANGE))
  const tools = useStepTools(steps)
  const problems = useStepProblems({ text: steps, submitted: '', tools, completion })
  const history = useQueryHistory()
  return (
    <Input.Wrapper
      label={t('definitions.steps')}
      labelElement="div"
      description={t('definitions.steps.help')}
      error={problems.length === 0 ? errors['steps'] : undefined}
    >
      <Flex>
        <QueryInput
          label={t('definitions.steps')}
          placeholder="| stats count() as messages by source"
          value={steps}
          onChange={(next) => onConfig({ ...config, steps: next })}
          onRun={() => undefined}
          history={history}
          describedBy={problemId}
          problems={problems}
          handle={null}
          completion={completion}
        />
      </Flex>
      {problems.length > 0 && (
        <QueryProblemText
          id={problemId}
          problems={problems}
          text={steps}
          onFix={(next) => onConfig({ ...config, steps: next })}
        />
      )}
    </Input.Wrapper>
  )
}
