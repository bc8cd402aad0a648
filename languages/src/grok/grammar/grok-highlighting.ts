import { styleTags, tags } from '@lezer/highlight'

/** Maps the grammar's nodes to the styles of editors. */
export const grokHighlighting = styleTags({
  PatternName: tags.typeName,
  'Field GroupName': tags.propertyName,
  Type: tags.modifier,
  Format: tags.string,
  Definition: tags.regexp,
  'Reference/"%{" Reference/"}" Reference/":" Reference/";" Reference/"="': tags.punctuation,
  'GroupOpen GroupOpen/"(" Flags Group/")" "(?<" ">"': tags.paren,
  'ClassOpen ClassText Intersection CharacterClass/"]" Property': tags.regexp,
  'Quantifier Choice! Place! Dot!': tags.operator,
  'Escape Quotation': tags.escape,
  UnmatchedClose: tags.invalid,
})
