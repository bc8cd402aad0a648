import type { RuleSource } from '@logyard/contract/pipelines/rules'
import { Text, Title } from '@mantine/core'
import { useId } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { TabViews } from '../../../ui/tabs/tab-views.tsx'
import { VersionList } from '../versions/version-list.tsx'
import { FunctionReference } from './function-reference.tsx'
import classes from './rule-editor.module.css'

interface RuleAsideProps {
  readonly rule: RuleSource | undefined
  /** As edited. */
  readonly source: string
  readonly isReadOnly: boolean
  /** The functions are a help for writing a source. */
  readonly isForm: boolean
  /** Inserts a text at the caret; absent if the source is not being edited. */
  readonly onInsert: ((text: string) => void) | undefined
  readonly onRestored: (rule: RuleSource) => void
}

/** Earlier versions, and beside a source also the functions and an example. */
export function RuleAside({ rule, isForm, onInsert, ...versions }: RuleAsideProps) {
  const t = useText()
  const id = useId()
  const ofRule = rule === undefined ? undefined : <VersionList rule={rule} {...versions} />
  if (isForm && ofRule === undefined) return null
  return (
    <section className={classes['aside']} aria-labelledby={id}>
      <Title order={2} id={id} mb="xs">
        {t(isForm ? 'pipelines.versions' : 'pipelines.reference')}
      </Title>
      {isForm ? (
        ofRule
      ) : (
        <TabViews
          views={[
            {
              id: 'functions',
              label: t('pipelines.reference.functions'),
              content: <FunctionReference onInsert={onInsert} />,
            },
            { id: 'example', label: t('pipelines.reference.example'), content: <ExampleRule /> },
            ...(ofRule === undefined ? [] : [{ id: 'versions', label: t('pipelines.versions'), content: ofRule }]),
          ]}
        />
      )}
    </section>
  )
}

const EXAMPLE = `rule "Slow requests of the shop"
when
  has_field("took_ms")
  and to_long($message.took_ms) > 1000
then
  // Variables hold intermediate values.
  let host = lowercase(to_string($message.source));
  set_field("slow", true);
  set_field("team", concat("shop-", host));
  route_to_stream(name: "Slow requests");
end`

/** A whole rule to read and copy. */
function ExampleRule() {
  const t = useText()
  return (
    <>
      <Text size="sm" c="dimmed" mb="xs">
        {t('pipelines.reference.example.text')}
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre className={classes['example']} tabIndex={0} translate="no">
        {EXAMPLE}
      </pre>
      <CopyButton value={EXAMPLE} label={t('pipelines.reference.example.copy')} withLabel />
    </>
  )
}
