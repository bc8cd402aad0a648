import { Anchor, Code, Stack, Title } from '@mantine/core'
import { useId } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { TabViews } from '../../../ui/tabs/tab-views.tsx'
import classes from '../sidecars.module.css'
import { RUNTIME_VARIABLES } from '../template-field/complete-template.ts'
import { TemplatePreview } from '../template-field/template-preview.tsx'
import { VariablesList, type VariablesListProps } from '../variables/variables-list.tsx'

interface ConfigurationAsideProps extends VariablesListProps {
  readonly template: string
}

/** Beside the template: a preview for a sidecar, and the variables that can be inserted. */
export function ConfigurationAside({ template, ...variables }: ConfigurationAsideProps) {
  const t = useText()
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Title order={2} id={id} mb="xs">
        {t('sidecars.reference')}
      </Title>
      <TabViews
        views={[
          { id: 'preview', label: t('sidecars.preview'), content: <TemplatePreview template={template} /> },
          { id: 'variables', label: t('sidecars.variables'), content: <VariablesList {...variables} /> },
          { id: 'runtime', label: t('sidecars.runtime'), content: <RuntimeVariables /> },
          { id: 'manuals', label: t('sidecars.manuals'), content: <Manuals /> },
        ]}
      />
    </section>
  )
}

function RuntimeVariables() {
  const t = useText()
  return (
    <Stack gap="sm">
      <Dimmed>{t('sidecars.runtime.help')}</Dimmed>
      <ul className={classes['variables']}>
        {RUNTIME_VARIABLES.map((name) => (
          <li key={name}>
            <div>
              <Code translate="no">{`\${sidecar.${name}}`}</Code>
              <Dimmed size="xs">{t(`sidecars.runtime.${name}`)}</Dimmed>
            </div>
          </li>
        ))}
      </ul>
    </Stack>
  )
}

const MANUALS = [
  { name: 'Filebeat', url: 'https://www.elastic.co/guide/en/beats/filebeat/current/index.html' },
  { name: 'Winlogbeat', url: 'https://www.elastic.co/guide/en/beats/winlogbeat/current/index.html' },
  { name: 'NXLog', url: 'https://docs.nxlog.co/ce/current/index.html' },
  { name: 'Fluent Bit', url: 'https://docs.fluentbit.io/manual' },
  { name: 'OpenTelemetry Collector', url: 'https://opentelemetry.io/docs/collector/configuration/' },
] as const

function Manuals() {
  const t = useText()
  return (
    <Stack gap="xs">
      <Dimmed>{t('sidecars.manuals.help')}</Dimmed>
      {MANUALS.map(({ name, url }) => (
        <Anchor key={name} size="sm" href={url} target="_blank" rel="noreferrer" translate="no">
          {name}
        </Anchor>
      ))}
    </Stack>
  )
}
