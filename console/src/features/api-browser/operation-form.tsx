import { Button, Code, Group, Paper, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useServices } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
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

/** One operation: its parameters and body to fill in, and the answer to what was sent. */
export function OperationForm({ operation, credentials }: OperationFormProps) {
  const t = useText()
  const { config, session } = useServices()
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [body, setBody] = useState(operation.bodyExample ?? '')
  const sending = useMutation({
    mutationFn: () => {
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
  const submit = (event: FormEvent) => {
    event.preventDefault()
    sending.mutate()
  }
  const url = requestUrl(config.apiUrl, { operation, values })
  return (
    <Stack gap="md">
      <div>
        <Group gap="sm" translate="no">
          <MethodBadge method={operation.method} />
          <Title order={2} ff="monospace">
            {operation.path}
          </Title>
        </Group>
        {/* Summaries come with the document of the server, which has one language. */}
        <Text size="sm" mt="xs" translate="no">
          {operation.summary}
        </Text>
        <Text size="sm" c="dimmed" translate="no">
          {operation.description}
        </Text>
      </div>
      <Paper component="form" p="md" onSubmit={submit}>
        <Stack gap="md">
          {operation.parameters.map((parameter) => (
            <TextInput
              key={parameter.name}
              label={<span translate="no">{parameter.name}</span>}
              description={
                <span translate="no">
                  {[parameter.place, parameter.type, parameter.description].filter(Boolean).join(' · ')}
                </span>
              }
              required={parameter.isRequired}
              value={values[parameter.name] ?? ''}
              onChange={(event) => setValues({ ...values, [parameter.name]: event.currentTarget.value })}
            />
          ))}
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
      {sending.isError && <LoadFailed error={sending.error} onRetry={() => sending.mutate()} />}
      {sending.data !== undefined && <AnswerView answer={sending.data} />}
    </Stack>
  )
}
