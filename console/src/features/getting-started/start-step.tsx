import { Text } from '@mantine/core'
import { IconInbox } from '@tabler/icons-react'
import { useIsBuilt } from '../../base/routes/built-routes.ts'
import { routes } from '../../base/routes/routes.ts'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import classes from './getting-started.module.css'
import { Step } from './step.tsx'
import type { RunningInput } from './use-first-steps.ts'

export function StartStep({ running }: { running: readonly RunningInput[] }) {
  const t = useText()
  const may = useMay()
  const isBuilt = useIsBuilt()
  const isDone = running.length > 0
  return (
    <Step number={1} title={t('gettingStarted.start')} isDone={isDone}>
      <Text size="sm">{t(isDone ? 'gettingStarted.start.running' : 'gettingStarted.start.text')}</Text>
      {isDone && (
        <ul className={classes['inputs']}>
          {running.map(({ input }) => (
            <li key={input.id}>
              <StatusDot tone="ok">
                <span translate="no">
                  {input.title} ({input.name})
                </span>
              </StatusDot>
            </li>
          ))}
        </ul>
      )}
      {may(['inputs:read', 'inputs:create']) && isBuilt(routes.inputs.list) && (
        <LinkButton
          mt="sm"
          to={routes.inputs.list()}
          leftSection={<IconInbox size={16} />}
          variant={isDone ? 'default' : 'filled'}
        >
          {t(isDone ? 'gettingStarted.start.more' : 'gettingStarted.start.button')}
        </LinkButton>
      )}
    </Step>
  )
}
