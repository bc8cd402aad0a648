import { type MailTransport, sendTestMail } from '@logyard/contract/mail/mail'
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconSend } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useCall } from '../../base/services/services.tsx'
import { useCurrentUser, useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { mailTransportQuery } from '../../mail/mail-transport-query.ts'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { ConfigurationCard } from './configuration-card.tsx'

/** The mail server, and a mail to try it. Its settings are those of the process. */
export function MailCard() {
  const t = useText()
  const canTry = useMay()(sendTestMail)
  return (
    <ConfigurationCard title={t('mail.title')} description={t('mail.description')} onUpdate={undefined}>
      <Loaded query={useQuery(mailTransportQuery(useCall()))} lines={3}>
        {(transport) => (
          <Stack gap="md">
            <Facts transport={transport} />
            {canTry && transport.is_enabled && <TestMail />}
          </Stack>
        )}
      </Loaded>
    </ConfigurationCard>
  )
}

function Facts({ transport }: { readonly transport: MailTransport }) {
  const t = useText()
  const { is_enabled: isEnabled, hostname, port, from, problem } = transport
  const state = { label: t('mail.state'), value: <State transport={transport} /> }
  if (!isEnabled) {
    return (
      <>
        <DefinitionList items={[state]} />
        <Text size="sm">{t('mail.off.help')}</Text>
      </>
    )
  }
  return (
    <>
      <DefinitionList
        items={[
          state,
          { label: t('mail.server'), value: `${hostname}:${port}` },
          { label: t('mail.from'), value: from === '' ? <span>{t('mail.from.none')}</span> : from },
        ]}
      />
      {problem !== null && (
        <Alert color="amber" icon={<IconAlertTriangle />}>
          <span translate="no">{problem}</span>
        </Alert>
      )}
    </>
  )
}

function State({ transport: { is_enabled: isEnabled, problem } }: { readonly transport: MailTransport }) {
  const t = useText()
  if (!isEnabled) return <StatusDot tone="off">{t('mail.state.off')}</StatusDot>
  if (problem !== null) return <StatusDot tone="bad">{t('mail.state.wrong')}</StatusDot>
  return <StatusDot tone="ok">{t('mail.state.on')}</StatusDot>
}

function TestMail() {
  const t = useText()
  const call = useCall()
  const [to, setTo] = useState(useCurrentUser().email)
  const send = useMutation({ mutationFn: (address: string) => call(sendTestMail, { body: { to: address } }) })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    send.mutate(to.trim())
  }
  return (
    <form onSubmit={submit} aria-label={t('mail.test')}>
      <Stack gap="sm">
        <Group gap="sm" align="flex-end">
          <TextInput
            label={t('mail.test.to')}
            type="email"
            required
            autoComplete="off"
            miw={280}
            translate="no"
            value={to}
            onChange={({ currentTarget }) => setTo(currentTarget.value)}
          />
          <Button type="submit" variant="default" leftSection={<IconSend size={16} />} loading={send.isPending}>
            {t('mail.test.send')}
          </Button>
        </Group>
        <div role="status">
          {send.isSuccess && (
            <Alert color="spruce" icon={<IconCheck />}>
              {t('mail.test.sent', { to: send.variables })}
            </Alert>
          )}
          {send.isError && (
            <Alert color="red" icon={<IconAlertTriangle />}>
              {t('mail.test.failed', { reason: send.error.message })}
            </Alert>
          )}
        </div>
      </Stack>
    </form>
  )
}
