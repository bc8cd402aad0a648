import { FIELD } from '@logyard/contract/messages/message-fields'
import { RULE_TYPES, type StreamRule } from '@logyard/contract/streams/stream-rules'
import { Code } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../../base/services/services.tsx'
import { useRichText, useText } from '../../../base/text/text.tsx'
import { inputsOfRulesQuery } from '../stream-queries.ts'

type SaidRule = Pick<StreamRule, 'type' | 'field' | 'value' | 'inverted'>

/** A rule in words: `level must not be greater than 3`. */
export function RuleSentence({ rule }: { rule: SaidRule }) {
  const t = useText()
  const rich = useRichText()
  const { type, field, inverted } = rule
  if (type === RULE_TYPES.ALWAYS_MATCH) return t('streams.rule.says.7')
  const value = type === RULE_TYPES.MATCH_INPUT ? <InputName id={rule.value} /> : <Data text={rule.value} />
  const shownField = type === RULE_TYPES.MATCH_INPUT && field === '' ? FIELD.sourceInput : field
  return rich(`streams.rule.says.${type}`, {
    field: <Data text={shownField} />,
    value,
    inverted: String(inverted),
  })
}

function Data({ text }: { text: string }) {
  const t = useText()
  if (text.trim() === '') return <Code>{t('streams.rule.empty')}</Code>
  return <Code translate="no">{text}</Code>
}

function InputName({ id }: { id: string }) {
  const t = useText()
  const inputs = useQuery({ ...inputsOfRulesQuery(useCall()), enabled: id !== '' })
  if (id === '') return <Code>{t('streams.rule.empty')}</Code>
  const input = inputs.data?.find((candidate) => candidate.id === id)
  if (input !== undefined) return <Code translate="no">{`${input.title} (${input.name})`}</Code>
  return inputs.isSuccess ? <Code>{t('streams.rule.deletedInput', { id })}</Code> : <Code translate="no">{id}</Code>
}
