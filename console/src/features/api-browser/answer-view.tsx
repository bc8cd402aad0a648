import { Code, Group, Paper, Spoiler, Stack, Text, Title } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { Dimmed } from '../../ui/dimmed.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import type { ReceivedAnswer } from './send-request.ts'

/** Status, time, headers and body of a response, unchanged. */
export function AnswerView({ answer }: { answer: ReceivedAnswer }) {
  const t = useText()
  const { status, statusText, durationMs, headers, body } = answer
  const tone = status < 300 ? 'ok' : status < 500 ? 'warn' : 'bad'
  return (
    <Paper component="section" p="md" aria-label={t('apiBrowser.answer')}>
      <Stack gap="md">
        <Group justify="space-between">
          <Group gap="md">
            <Title order={2}>{t('apiBrowser.answer')}</Title>
            <Text span size="sm" role="status">
              <StatusDot tone={tone}>
                <span translate="no">{`${status} ${statusText}`}</span>
              </StatusDot>
            </Text>
            <Text span size="sm" c="dimmed">
              {t('apiBrowser.duration', { ms: durationMs })}
            </Text>
          </Group>
          {body !== '' && <CopyButton withLabel value={body} label={t('apiBrowser.copyAnswer')} />}
        </Group>
        {body === '' ? (
          <Dimmed>{t('apiBrowser.noBody')}</Dimmed>
        ) : (
          <Code block mah={480} tabIndex={0} translate="no">
            {body}
          </Code>
        )}
        <Spoiler maxHeight={72} showLabel={t('apiBrowser.moreHeaders')} hideLabel={t('apiBrowser.fewerHeaders')}>
          <DefinitionList items={headers.map(([label, value]) => ({ label, value, isLabelData: true }))} />
        </Spoiler>
      </Stack>
    </Paper>
  )
}
