/** Functions as the API describes them. */
import type { FunctionDescriptor } from '@logyard/contract/pipelines/rule-functions'
import type { RuleType } from '@logyard/languages/rules/rule-types'
import type { PipelineFunction } from '../evaluation/rule-run.ts'

const PLUGIN = 'org.graylog.plugins.pipelineprocessor.functions'

/** Java's names, which clients of the API know. */
const CLASSES: Readonly<Record<RuleType, string>> = {
  String: 'java.lang.String',
  Long: 'java.lang.Long',
  Double: 'java.lang.Double',
  Boolean: 'java.lang.Boolean',
  Object: 'java.lang.Object',
  Void: 'java.lang.Void',
  Map: 'java.util.Map',
  List: 'java.util.List',
  DateTime: 'org.joda.time.DateTime',
  Period: 'org.joda.time.Period',
  Duration: 'org.joda.time.Duration',
  JsonNode: 'com.fasterxml.jackson.databind.JsonNode',
  Message: 'org.graylog2.plugin.Message',
  IpAddress: `${PLUGIN}.ips.IpAddress`,
  URL: `${PLUGIN}.urls.URL`,
  GrokResult: `${PLUGIN}.strings.GrokMatch$GrokResult`,
  RegexMatchResult: `${PLUGIN}.strings.RegexMatch$RegexMatchResult`,
  SyslogPriority: `${PLUGIN}.syslog.SyslogPriority`,
  SyslogPriorityAsString: `${PLUGIN}.syslog.SyslogPriorityAsString`,
  CEFParserResult: 'org.graylog.plugins.cef.pipelines.rules.CEFParserResult',
}

export const functionDescriptor = (definition: PipelineFunction): FunctionDescriptor => ({
  name: definition.name,
  pure: definition.isPure,
  return_type: CLASSES[definition.returns],
  params: definition.params.map((param) => ({
    type: CLASSES[param.type],
    transformed_type: param.preparedClass ?? CLASSES[param.type],
    name: param.name,
    optional: param.isOptional,
    description: param.description,
  })),
  description: definition.description,
  example: definition.example,
  deprecated: definition.deprecated ?? null,
})
