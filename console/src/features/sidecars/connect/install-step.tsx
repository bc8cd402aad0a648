import { SegmentedControl, Text } from '@mantine/core'
import { useState } from 'react'
import { useServices } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { SenderHostChoice, useSenderHost } from '../../../ingest/sending/sender-host.tsx'
import { CommandToCopy } from '../../../ui/command-to-copy/command-to-copy.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { Step } from '../../../ui/step/step.tsx'
import { installCommands, PLATFORMS, type Platform } from './install-commands.ts'

interface InstallStepProps {
  readonly token: string
  readonly isDone: boolean
}

const isPlatform = (text: string): text is Platform => PLATFORMS.some((one) => one === text)

/** Commands for the host, with this server's address and the token. */
export function InstallStep({ token, isDone }: InstallStepProps) {
  const t = useText()
  const { apiUrl } = useServices().config
  const [platform, setPlatform] = useState<Platform>('debian')
  const sender = useSenderHost()
  const url = new URL(apiUrl, window.location.href)
  url.hostname = sender.host
  return (
    <Step number={4} title={t('sidecars.connect.install')} isDone={isDone}>
      {token === '' ? (
        !isDone && <Dimmed>{t('sidecars.connect.install.wait')}</Dimmed>
      ) : (
        <>
          <SegmentedControl
            my="xs"
            size="xs"
            aria-label={t('sidecars.connect.platform')}
            data={PLATFORMS.map((one) => ({ value: one, label: t(`sidecars.connect.platform.${one}`) }))}
            value={platform}
            onChange={(next) => isPlatform(next) && setPlatform(next)}
          />
          <Dimmed>{t('sidecars.connect.agent')}</Dimmed>
          <SenderHostChoice sender={sender} />
          {platform === 'windows' && (
            <Text size="sm" mb="xs">
              {t('sidecars.connect.windows')}
            </Text>
          )}
          <CommandToCopy text={installCommands(platform, { url: url.href, token })} />
        </>
      )}
    </Step>
  )
}
