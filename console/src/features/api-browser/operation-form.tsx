import { Button, Code, Group, Paper, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useServices } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FieldLabel } from '../../ui/fields/field-label.tsx'
import { LoadFailed } from '../../ui/page/load-failed.tsx'
import { AnswerView } from './answer-view.tsx'
import type { TypedCredentials } from './credentials-form.tsx'
import { MethodBadge } from './method-badge.tsx'
import type { ApiOperation } from './openapi.ts'
import { basicCredentials, requestUrl, sendRequest } from './send-request.ts'

interface OperationFormProps {
  readonly operation: ApiOperation
  readonly credentials: TypedCredentials | undefined
}

/** One operation: its parameters and body to fill in, and the response to the last request. */
export function OperationForm({ operation, credentials }: OperationFormProps) {
  const t = useText()
  const { config } = useServices()
  const [values, setValues] = useState<Values>({})
  const [body, setBody] = useState(operation.bodyExample ?? '')
  const sending = useSending(operation, credentials)
  const send = () => sending.mutate({ values, body })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  const url = requestUrl(config.apiUrl, { operation, values })
  return (
    <Stack gap="md">
      <OperationHeader operation={operation} />
      <Paper component="form" p="md" onSubmit={submit}>
        <Stack gap="md">
          <ParameterFields operation={operation} values={values} onChange={setValues} />
          {operation.bodyExample !== undefined && (
            <Textarea
              label={t('apiBrowser.body')}
              description={t('apiBrowser.body.help')}
              value={body}
              onChange={(event) => setBody(event.currentTarget.value)}
              autosize
              minRows={4}
              maxRows={24}
              styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
              spellCheck={false}
            />
          )}
          <Group justify="space-between" gap="sm">
            <Group gap={4} wrap="nowrap" miw={0}>
              <Code translate="no">{url}</Code>
              <CopyButton value={url} label={t('apiBrowser.copyUrl')} />
            </Group>
            <Button type="submit" leftSection={<IconSend size={15} />} loading={sending.isPending}>
              {t('apiBrowser.send')}
            </Button>
          </Group>
        </Stack>
      </Paper>
      {sending.isError && <LoadFailed error={sending.error} onRetry={send} />}
      {sending.data !== undefined && <AnswerView answer={sending.data} />}
    </Stack>
  )
}

type Values = Readonly<Record<string, string>>

/** Sends the request with the typed credentials, or else with the user's session. */
function useSending(operation: ApiOperation, credentials: TypedCredentials | undefined) {
  const { config, session } = useServices()
  return useMutation({
    mutationFn: ({ values, body }: { values: Values; body: string }) => {
      const sessionId = session.current()
      const authorization =
        credentials !== undefined
          ? basicCredentials(credentials.username, credentials.password)
          : sessionId !== undefined
            ? basicCredentials(sessionId, 'session')
            : undefined
      return sendRequest(config.apiUrl, { operation, values, body, authorization }, AbortSignal.timeout(60_000))
    },
  })
}

/** The texts come from the server's OpenAPI document, which is not translated. */
function OperationHeader({ operation }: { operation: ApiOperation }) {
  return (
    <div>
      <Group gap="sm" translate="no">
        <MethodBadge method={operation.method} />
        <Title order={2} ff="monospace">
          {operation.path}
        </Title>
      </Group>
      <Text size="sm" mt="xs" translate="no">
        {operation.summary}
      </Text>
      <Text size="sm" c="dimmed" translate="no">
        {operation.description}
      </Text>
    </div>
  )
}

interface ParameterFieldsProps {
  readonly operation: ApiOperation
  readonly values: Values
  readonly onChange: (values: Values) => void
}

function ParameterFields({ operation, values, onChange }: ParameterFieldsProps) {
  return operation.parameters.map(({ name, place, type, description, isRequired }) => (
    <TextInput
      key={name}
      label={<FieldLabel text={name} isOptional={!isRequired} isData />}
      description={<span translate="no">{[place, type, description].filter(Boolean).join(' · ')}</span>}
      required={isRequired}
      value={values[name] ?? ''}
      onChange={(event) => onChange({ ...values, [name]: event.currentTarget.value })}
    />
  ))
}
