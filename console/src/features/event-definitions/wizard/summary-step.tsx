import { Alert, Anchor, Box, List } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useText } from '../../../base/text/text.tsx'
import { configOf, type DefinitionDraft } from '../model/definition-draft.ts'
import { type DraftErrors, type Step, stepOf } from '../model/step.ts'
import { DefinitionSummary } from '../summary/definition-summary.tsx'

interface SummaryStepProps {
  readonly draft: DefinitionDraft
  readonly errors: DraftErrors
  readonly onStep: (step: Step) => void
}

/** Everything read-only, with the errors that keep it from being saved. */
export function SummaryStep({ draft, errors, onStep }: SummaryStepProps) {
  const t = useText()
  const config = configOf(draft)
  const found = Object.entries(errors)
  return (
    <Box maw={760}>
      {found.length > 0 && (
        <Alert color="red" role="alert" icon={<IconAlertTriangle />} title={t('definitions.errors.title')}>
          <List size="sm">
            {found.map(([key, text]) => (
              <List.Item key={key}>
                <Anchor component="button" type="button" size="sm" onClick={() => onStep(stepOf(key))}>
                  {t(`definitions.step.${stepOf(key)}`)}
                </Anchor>
                : {text}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      {config !== undefined && <DefinitionSummary definition={{ ...draft, config }} />}
    </Box>
  )
}
