import { diagnoseInput, type InputDiagnosis } from '@logyard/contract/ingest/input-diagnosis'
import type { InputSummary } from '@logyard/contract/ingest/inputs'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Call } from '../../../api/api-client.ts'
import { polledQuery } from '../../../api/call-query.ts'
import { useRouteParams } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { extractorsQuery } from '../../../ingest/extractors-query.ts'
import { FindingList } from '../../../ui/finding/finding.tsx'
import { useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { NotFoundPage } from '../../../ui/page/not-found-page.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { InputDialog, type InputSubject } from '../form/input-dialog.tsx'
import { INPUTS_KEY, inputsQuery } from '../input-queries.ts'
import classes from './diagnosis.module.css'
import { DiagnosisFacts } from './diagnosis-facts.tsx'
import { FailureSamples } from './failure-samples.tsx'
import type { FindingProps } from './finding-action.tsx'
import { FindingCard } from './finding-card.tsx'
import { type Finding, findingsOf } from './findings.ts'
import { MessageTargets } from './message-targets.tsx'

const POLL_MS = 3_000

const diagnosisQuery = (call: Call, inputId: string) => ({
  ...polledQuery(call, [...INPUTS_KEY, 'diagnosis', inputId], POLL_MS, diagnoseInput, { params: { inputId } }),
  placeholderData: keepPreviousData,
})

/** Why messages of an input arrive, or why none do, and what to try next. */
export function DiagnosisScreen() {
  const { inputId } = useRouteParams(routes.inputs.diagnosis)
  return (
    <Loaded query={useQuery(inputsQuery(useCall()))}>
      {(inputs) => {
        const input = inputs.find(({ id }) => id === inputId)
        return input === undefined ? <NotFoundPage /> : <DiagnosisPage input={input} inputs={inputs} />
      }}
    </Loaded>
  )
}

interface DiagnosisProps {
  readonly input: InputSummary
  readonly inputs: readonly InputSummary[]
}

function DiagnosisPage({ input, inputs }: DiagnosisProps) {
  const t = useText()
  return (
    <Page
      title={t('inputs.diagnosis.title')}
      subject={input.title}
      description={t('inputs.diagnosis.description')}
      action={
        <LinkButton variant="default" to={routes.inputs.list({ query: input.title })}>
          {t('inputs.diagnosis.showInput')}
        </LinkButton>
      }
    >
      <Diagnosis input={input} inputs={inputs} />
    </Page>
  )
}

function Diagnosis({ input, inputs }: DiagnosisProps) {
  const dialog = useFormDialog<InputSubject>()
  return (
    <Loaded query={useQuery(diagnosisQuery(useCall(), input.id))} lines={8}>
      {(diagnosis) => (
        <>
          <Findings input={input} inputs={inputs} diagnosis={diagnosis} onEdit={dialog.open} />
          <div className={classes['columns']}>
            <div>
              <DiagnosisFacts input={input} nodes={diagnosis.nodes} />
            </div>
            <div>
              <MessageTargets input={input} diagnosis={diagnosis} />
            </div>
          </div>
          {diagnosis.failures !== null && diagnosis.failures.total > 0 && (
            <FailureSamples input={input} failures={diagnosis.failures} />
          )}
          <InputDialog {...dialog} />
        </>
      )}
    </Loaded>
  )
}

/** The findings, the most urgent first. */
function Findings({ diagnosis, ...props }: FindingProps & { readonly diagnosis: InputDiagnosis }) {
  const t = useText()
  const { data: extractors = [] } = useQuery(extractorsQuery(useCall(), props.input.id))
  const exceptions = extractors.reduce((sum, one) => sum + one.exceptions + one.converter_exceptions, 0)
  return (
    <FindingList label={t('inputs.diagnosis.findings')}>
      {findingsOf(props.input, diagnosis, exceptions).map((finding) => (
        <FindingCard key={keyOf(finding)} finding={finding} {...props} />
      ))}
    </FindingList>
  )
}

const keyOf = (finding: Finding): string => (finding.kind === 'sign' ? finding.sign.kind : finding.kind)
