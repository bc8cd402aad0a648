import type { InputSummary } from '@logyard/contract/ingest/inputs'
import { useQuery } from '@tanstack/react-query'
import { useRouteParams } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { LoadFailed } from '../../../ui/page/load-failed.tsx'
import { Loading, LoadingLines } from '../../../ui/page/loading.tsx'
import { NotFoundPage } from '../../../ui/page/not-found-page.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { InputDialog, type InputSubject } from '../form/input-dialog.tsx'
import { inputsQuery } from '../input-queries.ts'
import classes from './diagnosis.module.css'
import { DiagnosisFacts } from './diagnosis-facts.tsx'
import { diagnosisQuery } from './diagnosis-query.ts'
import { FailureSamples } from './failure-samples.tsx'
import { Findings } from './findings-list.tsx'
import { MessageTargets } from './message-targets.tsx'

/** Why messages of an input arrive, or why none do, and what to try next. */
export function DiagnosisScreen() {
  const t = useText()
  const { inputId } = useRouteParams(routes.inputs.diagnosis)
  const inputs = useQuery(inputsQuery(useCall()))
  if (inputs.isPending) return <Loading />
  if (inputs.isError) return <LoadFailed error={inputs.error} onRetry={inputs.refetch} />
  const input = inputs.data.find(({ id }) => id === inputId)
  if (input === undefined) return <NotFoundPage />
  return (
    <Page
      title={t('inputs.diagnosis.title')}
      subject={input.title}
      description={t('inputs.diagnosis.description')}
      crumbs={[{ label: t('shell.system') }, { label: t('inputs.title'), to: routes.inputs.list() }]}
      action={
        <LinkButton variant="default" to={routes.inputs.list({ query: input.title })}>
          {t('inputs.diagnosis.showInput')}
        </LinkButton>
      }
    >
      <Diagnosis input={input} inputs={inputs.data} />
    </Page>
  )
}

function Diagnosis({ input, inputs }: { input: InputSummary; inputs: readonly InputSummary[] }) {
  const dialog = useFormDialog<InputSubject>()
  const { data, error, refetch } = useQuery(diagnosisQuery(useCall(), input.id))
  if (data === undefined)
    return error === null ? <LoadingLines lines={8} /> : <LoadFailed {...{ error }} onRetry={refetch} />
  return (
    <>
      <Findings input={input} inputs={inputs} diagnosis={data} onEdit={dialog.open} />
      <div className={classes['columns']}>
        <div>
          <DiagnosisFacts input={input} nodes={data.nodes} />
        </div>
        <div>
          <MessageTargets input={input} diagnosis={data} />
        </div>
      </div>
      {data.failures !== null && data.failures.total > 0 && <FailureSamples input={input} failures={data.failures} />}
      <InputDialog {...dialog} />
    </>
  )
}
