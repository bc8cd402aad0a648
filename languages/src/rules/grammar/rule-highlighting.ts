import { styleTags, tags } from '@lezer/highlight'

/** Maps the grammar's nodes to the styles of editors. */
export const ruleHighlighting = styleTags({
  'RuleWord PipelineWord StageWord Match All Either When Then Let End ModeName/Identifier': tags.keyword,
  'AndWord OrWord NotWord': tags.operatorKeyword,
  'OrOperator/"||" AndOperator/"&&" NotOperator/"!" EqualityOperator/... ComparisonOperator/... SumOperator/... ProductOperator/... Sign/... "="':
    tags.operator,
  'Title/String': tags.heading,
  String: tags.string,
  Character: tags.character,
  'Integer Float': tags.number,
  Boolean: tags.bool,
  Message: tags.special(tags.variableName),
  'Variable/Identifier Variable/QuotedName': tags.variableName,
  'VariableName/Identifier VariableName/QuotedName': tags.definition(tags.variableName),
  'FunctionName/Identifier': tags.function(tags.variableName),
  'ParameterName/Identifier ParameterName/QuotedName': tags.labelName,
  'PropertyName/Identifier PropertyName/QuotedName PropertyName/String MapKey/Identifier MapKey/QuotedName':
    tags.propertyName,
  LineComment: tags.lineComment,
  BlockComment: tags.blockComment,
  Ignored: tags.comment,
  '"(" ")"': tags.paren,
  '"[" "]"': tags.squareBracket,
  '"{" "}"': tags.brace,
  '"," ":" ";" "."': tags.punctuation,
})
