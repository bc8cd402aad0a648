import type { MessageDocument } from '@logyard/contract/search/search-results'
import type { SidecarSummary } from '@logyard/contract/sidecars/sidecars'
import { Loader, Text } from '@mantine/core'
import { AppLink } from '../../../base/routes/app-link.tsx'
import { routes } from '../../../base/routes/routes.ts'
import { useText } from '../../../base/text/text.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Step } from '../../../ui/step/step.tsx'
import { messagesLink } from '../model/messages-link.ts'
import classes from '../sidecars.module.css'

interface SidecarStepProps {
  /** Undefined until it has registered. */
  readonly sidecar: SidecarSummary | undefined
}

export function RegisterStep({ sidecar, isWaiting }: SidecarStepProps & { readonly isWaiting: boolean }) {
  const t = useText()
  return (
    <Step number={5} title={t('sidecars.connect.register')} isDone={sidecar !== undefined}>
      {sidecar === undefined ? (
        isWaiting && <Waiting text={t('sidecars.connect.register.wait')} />
      ) : (
        <Text size="sm">
          <AppLink inherit underline="always" to={routes.sidecars.status(sidecar.node_id)} translate="no">
            {sidecar.node_name}
          </AppLink>
        </Text>
      )}
    </Step>
  )
}

export function AssignStep({ sidecar }: SidecarStepProps) {
  const t = useText()
  const assigned = (sidecar?.assignments.length ?? 0) + (sidecar?.assigned_by_tags.length ?? 0)
  return (
    <Step number={6} title={t('sidecars.connect.assign')} isDone={assigned > 0}>
      {sidecar !== undefined && assigned === 0 && (
        <LinkButton mt="xs" to={routes.sidecars.administration({ node_id: sidecar.node_id })}>
          {t('sidecars.connect.assign.open')}
        </LinkButton>
      )}
    </Step>
  )
}

interface MessageStepProps extends SidecarStepProps {
  readonly message: MessageDocument | undefined
}

export function MessageStep({ sidecar, message }: MessageStepProps) {
  const t = useText()
  const assigned = (sidecar?.assignments.length ?? 0) + (sidecar?.assigned_by_tags.length ?? 0)
  return (
    <Step number={7} title={t('sidecars.connect.message')} isDone={message !== undefined}>
      {message === undefined && assigned > 0 && <Waiting text={t('sidecars.connect.message.wait')} />}
      {message !== undefined && sidecar !== undefined && (
        <>
          <Text size="sm" ff="monospace" lineClamp={3} translate="no">
            {message.message}
          </Text>
          <LinkButton mt="xs" to={messagesLink(sidecar.node_id)}>
            {t('sidecars.showMessages')}
          </LinkButton>
        </>
      )}
    </Step>
  )
}

function Waiting({ text }: { text: string }) {
  return (
    <Text size="sm" c="dimmed" className={classes['system'] ?? ''}>
      <Loader size={14} aria-hidden /> {text}
    </Text>
  )
}
