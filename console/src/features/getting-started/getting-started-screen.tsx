import { dismissGettingStarted } from '@logyard/contract/cluster/getting-started'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { gettingStartedQuery } from '../../base/queries/getting-started-query.ts'
import { useGo, useQueryValues } from '../../base/routes/location.ts'
import { routes } from '../../base/routes/routes.ts'
import { useText } from '../../base/text/text.tsx'
import { useAction } from '../../ui/action/use-action.ts'
import { LoadFailed } from '../../ui/page/load-failed.tsx'
import { LoadingLines } from '../../ui/page/loading.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Steps } from '../../ui/step/step.tsx'
import { AfterFirstMessage } from './after-first-message.tsx'
import { ArriveStep } from './arrive-step.tsx'
import { PackSuggestions } from './pack-suggestions.tsx'
import { SendStep } from './send-step.tsx'
import { StartStep } from './start-step.tsx'
import { useFirstSteps } from './use-first-steps.ts'

/** Three steps to the first message, each ticked off when it has actually happened. */
export function GettingStartedScreen() {
  const t = useText()
  const isFromMenu = useQueryValues().has('menu')
  const { running, received, newest, error, retry } = useFirstSteps()
  return (
    <Page
      title={t('gettingStarted.title')}
      description={t('gettingStarted.description')}
      width="reading"
      action={!isFromMenu && <DismissButton />}
    >
      {running === undefined &&
        (error === null ? <LoadingLines lines={8} /> : <LoadFailed error={error} onRetry={retry} />)}
      {running !== undefined && (
        <Steps>
          <StartStep running={running} />
          <SendStep running={running} isDone={received > 0 || newest !== undefined} />
          <ArriveStep isWaiting={running.length > 0} newest={newest} />
        </Steps>
      )}
      {newest !== undefined && <PackSuggestions />}
      {newest !== undefined && <AfterFirstMessage />}
    </Page>
  )
}

function DismissButton() {
  const t = useText()
  const go = useGo()
  const client = useQueryClient()
  const dismiss = useAction({
    run: async (call, _: undefined) => {
      await call(dismissGettingStarted)
      // Saved before navigating: the start page reads this setting to decide whether to redirect here.
      await client.fetchQuery({ ...gettingStartedQuery(call), staleTime: 0 })
    },
    texts: 'gettingStarted.dismiss',
    changes: [],
  })
  return (
    <Button
      variant="default"
      loading={dismiss.isPending}
      onClick={() => dismiss.mutate(undefined, { onSuccess: () => go(routes.start(), { replace: true }) })}
    >
      {t('gettingStarted.dismiss')}
    </Button>
  )
}
