/** The tree of a template. Positions (`at`) count characters of the source. */

export type Expression = { readonly at: number } & (
  | { readonly kind: 'text'; readonly parts: readonly (string | Expression)[] }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'sequence'; readonly items: readonly Expression[] }
  | { readonly kind: 'hash'; readonly entries: readonly { readonly key: Expression; readonly value: Expression }[] }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'member'; readonly of: Expression; readonly name: string }
  | { readonly kind: 'item'; readonly of: Expression; readonly key: Expression }
  | { readonly kind: 'call'; readonly callee: Expression; readonly args: readonly Expression[] }
  | {
      readonly kind: 'builtIn'
      readonly of: Expression
      readonly name: string
      /** Undefined without parentheses. */
      readonly args: readonly Expression[] | undefined
    }
  | { readonly kind: 'default'; readonly of: Expression; readonly fallback: Expression | undefined }
  | { readonly kind: 'exists'; readonly of: Expression }
  | { readonly kind: 'group'; readonly of: Expression }
  | { readonly kind: 'not' | 'minus' | 'plus'; readonly of: Expression }
  | {
      readonly kind: 'range'
      readonly from: Expression
      /** Undefined if the range has no end. */
      readonly to: Expression | undefined
      readonly end: 'inclusive' | 'exclusive' | 'length'
    }
  | {
      readonly kind: 'binary'
      readonly operator: BinaryOperator
      readonly left: Expression
      readonly right: Expression
    }
)

export type BinaryOperator = '+' | '-' | '*' | '/' | '%' | '==' | '!=' | '<' | '<=' | '>' | '>=' | '&&' | '||'

export type ExpressionOf<Kind extends Expression['kind']> = Extract<Expression, { kind: Kind }>

export interface Parameter {
  readonly name: string
  readonly fallback: Expression | undefined
}

export interface Assignment {
  readonly name: string
  readonly operator: '=' | '+' | '-' | '*' | '/' | '%'
  readonly value: Expression
}

export interface Routine {
  readonly kind: 'macro' | 'function'
  readonly name: string
  readonly parameters: readonly Parameter[]
  /** Takes the arguments that no other parameter takes. */
  readonly rest: string | undefined
  readonly body: readonly TemplateNode[]
}

export type TemplateNode = { readonly at: number } & (
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'print'; readonly value: Expression; readonly digits: Digits | undefined }
  | { readonly kind: 'if'; readonly branches: readonly Branch[]; readonly otherwise: readonly TemplateNode[] }
  | { readonly kind: 'switch'; readonly subject: Expression; readonly cases: readonly Case[] }
  | {
      readonly kind: 'list'
      readonly of: Expression
      /** Empty if `items` names the variables. */
      readonly variables: readonly string[]
      readonly body: readonly TemplateNode[]
      readonly otherwise: readonly TemplateNode[]
    }
  | { readonly kind: 'items'; readonly variables: readonly string[]; readonly body: readonly TemplateNode[] }
  | { readonly kind: 'sep'; readonly body: readonly TemplateNode[] }
  | { readonly kind: 'assign'; readonly scope: Scope; readonly assignments: readonly Assignment[] }
  | { readonly kind: 'capture'; readonly scope: Scope; readonly name: string; readonly body: readonly TemplateNode[] }
  | { readonly kind: 'define'; readonly routine: Routine }
  | {
      readonly kind: 'directive'
      readonly name: string
      readonly named: readonly { readonly name: string; readonly value: Expression }[]
      readonly positional: readonly Expression[]
      readonly bodyVariables: readonly string[]
      /** Undefined without a body. */
      readonly body: readonly TemplateNode[] | undefined
    }
  | { readonly kind: 'include'; readonly name: Expression }
  | { readonly kind: 'nested'; readonly args: readonly Expression[] }
  | { readonly kind: 'return'; readonly value: Expression | undefined }
  | { readonly kind: 'break' | 'continue' }
  | { readonly kind: 'stop'; readonly reason: Expression | undefined }
  | { readonly kind: 'attempt'; readonly body: readonly TemplateNode[]; readonly recover: readonly TemplateNode[] }
  | { readonly kind: 'compress'; readonly body: readonly TemplateNode[] }
)

export type NodeOf<Kind extends TemplateNode['kind']> = Extract<TemplateNode, { kind: Kind }>

/** Fraction digits of `#{value; m1M3}`. */
export interface Digits {
  readonly min: number
  readonly max: number
}

export interface Branch {
  readonly condition: Expression
  readonly body: readonly TemplateNode[]
}

export interface Case {
  /** Undefined for the default. */
  readonly value: Expression | undefined
  readonly body: readonly TemplateNode[]
}

export type Scope = 'template' | 'local'
