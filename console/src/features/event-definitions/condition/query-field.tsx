import { Flex, Input } from '@mantine/core'
import { useId } from 'react'
import { QueryInput } from '../../../query/query-input/query-input.tsx'
import type { QueryInputProps } from '../../../query/query-input/query-input-props.ts'
import { QueryProblemText } from '../../../query/query-input/query-problem-text.tsx'

interface QueryFieldProps extends Omit<QueryInputProps, 'onRun' | 'describedBy' | 'handle' | 'end'> {
  readonly description: string
  readonly error?: string | undefined
  readonly onRun?: () => void
}

/** A field of the form for a query, with its problems below it. */
export function QueryField({ description, error, onRun = () => undefined, ...input }: QueryFieldProps) {
  const problemId = useId()
  const { label, value, problems, onChange } = input
  return (
    <Input.Wrapper label={label} labelElement="div" description={description} error={error}>
      <Flex>
        <QueryInput {...input} onRun={onRun} describedBy={problemId} handle={null} />
      </Flex>
      {problems.length > 0 && <QueryProblemText id={problemId} problems={problems} text={value} onFix={onChange} />}
    </Input.Wrapper>
  )
}
