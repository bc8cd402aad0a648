import { IconMail } from '@tabler/icons-react'
import { useQueryValues } from '../../../base/routes/location.ts'
import { useServices } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useSenderHost } from '../../../ingest/sending/sender-host.tsx'
import { CommandToCopy } from '../../../ui/command-to-copy/command-to-copy.tsx'
import { NextStep, NextSteps } from '../../../ui/next-steps/next-steps.tsx'

/** After a user was created: a text to send to the person, which never has the password. */
export function InviteUser() {
  const t = useText()
  const { host } = useSenderHost()
  const { basePath } = useServices().config
  const username = useQueryValues().get('created')
  if (username === null) return null
  const url = new URL(basePath, window.location.href)
  url.hostname = host
  return (
    <NextSteps title={t('users.invite')}>
      <NextStep Icon={IconMail} label={t('users.invite.copy', { username })}>
        <CommandToCopy text={t('users.invite.text', { url: url.href, username })} />
      </NextStep>
    </NextSteps>
  )
}
