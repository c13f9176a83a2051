/**
 * The arrays that editors show. Three changes to the file of all types, made by place in its syntax tree:
 *
 * - each method of `NDArray` gets the comment of its function (`x.median` that of `np.median`), which the table of methods does not repeat;
 * - `NDArray` extends no `Store`: its roots, views and tokens are the runtime's. `maniple/runtime` has `Store` whole, its functions take arrays where
 *   they take stores, and `storeOf(x)` gives an array as a store.
 * - options of functions on arrays and sparse matrices may be null, which stands for one that is left out, as `base/places.ts` takes it.
 */
import ts from '@typescript/typescript6';

const METHODS = 'methods';
const TYPED_METHODS = 'TypedMethods';
/** Members of stores that arrays do not show. */
const INTERNALS = new Set(['source', 'view', 'held', 'root', 'token']);
/** Types of the runtime's arguments: a store, or an array. */
const EITHER = 'AnyStore';

/** Comments of the functions behind the methods, by the methods' names, out of the sources. Throws where a function has none. */
export function functionComments(root) {
  const file = `${root}lib/array/methods.ts`;
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const checker = ts.createProgram([file], { ...options, noEmit: true, skipLibCheck: true });
  const types = checker.getTypeChecker();
  const table = statement(checker.getSourceFile(file), METHODS);
  const comments = new Map();
  for (const property of types.getTypeAtLocation(table).getProperties()) {
    const comment = commentOf(declarationOf(property, types));
    if (comment === undefined) throw new Error(`declarations: the function of the method ${property.name} has no comment`);
    comments.set(property.name, comment);
  }
  return comments;
}

/** The declaration of a constant, a class, an interface or a type. */
function statement(source, name) {
  const constants = source.statements.filter(ts.isVariableStatement).flatMap((each) => each.declarationList.declarations);
  const found = [...constants, ...source.statements].find((each) => each.name?.text === name);
  if (found === undefined) throw new Error(`declarations: ${source.fileName} has no ${name}`);
  return found;
}

/** The function that a property of the table names, followed through imports. */
function declarationOf(property, types) {
  const [declared] = property.declarations;
  let symbol = property;
  if (ts.isShorthandPropertyAssignment(declared)) symbol = types.getShorthandAssignmentValueSymbol(declared);
  else if (ts.isPropertyAssignment(declared))
    symbol = types.getSymbolAtLocation(declared.initializer.name ?? declared.initializer);
  if ((symbol.flags & ts.SymbolFlags.Alias) !== 0) symbol = types.getAliasedSymbol(symbol);
  return symbol.declarations[0];
}

/** The comment of a declaration, which stands before the whole statement. */
function commentOf(declared) {
  const whole = ts.isVariableDeclaration(declared) ? declared.parent.parent : declared;
  return whole.jsDoc?.at(-1)?.getText();
}

/** The text of the file of all types, as it is published. */
export function asShown(text, comments) {
  const source = ts.createSourceFile('maniple.d.ts', text, ts.ScriptTarget.Latest, true);
  const edits = [
    ...statement(source, METHODS).type.members.map((member) => commented(member, comments)),
    ...statement(source, TYPED_METHODS).members.map((member) => commented(member, comments)),
    ...arrayAlone(source),
    ...nullable(source),
  ];
  const ordered = edits.sort((a, b) => b.start - a.start);
  return ordered.reduce((made, { start, end, by }) => made.slice(0, start) + by + made.slice(end), text);
}

/** A method with its function's comment in place of its own. */
function commented(member, comments) {
  const comment = comments.get(member.name.text);
  if (comment === undefined) return { start: member.getStart(), end: member.getStart(), by: '' };
  const [start, end] = [member.jsDoc?.[0].getStart() ?? member.getStart(), member.getStart()];
  return { start, end, by: `${comment.replace(/\n\s*\*/g, '\n     *')}\n    ` };
}

/** Options of doors whose functions take no null, or that results have. */
const WITHOUT_NULL =
  /^(?:NativePool|TaskRuntime|Compile|Auto|Cosma|Tensor|Product|Run|Once|Sweep|Report|Print|Vectorize|Config|Runtime)/;

/** Classes of which every optional parameter may be null. */
const DRAWING = new Set(['GammaDraws', 'Draws', 'Generator', 'NumpyDraws', 'NumpyDistributions', 'NumpyUrns', 'NumpyStream']);

function optionalIn(member) {
  return ts.isMethodDeclaration(member)
    ? member.parameters.filter(({ questionToken, type }) => questionToken && !/\bnull$/.test(type.getText()))
    : [];
}

/** Options by name and the ones that are written where they are taken, with null among their values. */
function nullable(source) {
  const edits = [];
  const visit = (node) => {
    if (ts.isClassDeclaration(node) && DRAWING.has(node.name?.text))
      edits.push(...node.members.flatMap(optionalIn).flatMap(withNull));
    const isNamed =
      ts.isInterfaceDeclaration(node) && /Options?(?:\$\d+)?$/.test(node.name.text) && !WITHOUT_NULL.test(node.name.text);
    const isPlaced =
      ts.isTypeLiteralNode(node) && ts.isTypeReferenceNode(node.parent) && node.parent.typeName.getText() === 'Positional';
    if (isNamed || isPlaced) edits.push(...node.members.filter(isOption).flatMap(withNull));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return edits;
}

/** A property that may be left out, and does not have null already. */
function isOption(member) {
  if (!ts.isPropertySignature(member) || member.questionToken === undefined) return false;
  return !/\bnull$/.test(member.type.getText());
}

function withNull({ type }) {
  const [start, end] = [type.getStart(), type.getEnd()];
  const isOpen = ts.isFunctionTypeNode(type) || ts.isConditionalTypeNode(type);
  const behind = { start: end, end, by: isOpen ? ') | null' : ' | null' };
  return isOpen ? [{ start, end: start, by: '(' }, behind] : [behind];
}

/** The class of arrays without its base, with the members of stores that users read; and arrays where the runtime takes stores. */
function arrayAlone(source) {
  const store = statement(source, 'Store');
  const array = source.statements
    .filter(ts.isClassDeclaration)
    .find(({ heritageClauses }) => heritageClauses?.[0].getText() === 'extends Store');
  const shown = store.members.filter(({ name }) => name !== undefined && !INTERNALS.has(name.text));
  const [base] = array.heritageClauses;
  const made = array.members.find(ts.isConstructorDeclaration);
  const runtime = statement(source, 'Runtime');
  return [
    { start: base.getFullStart(), end: base.getEnd(), by: '' },
    {
      start: made.getStart(),
      end: made.getEnd(),
      by: ['private constructor();', ...shown.map((each) => each.getFullText().trim())].join('\n    '),
    },
    ...takenStores([...runtime.members, statement(source, 'storeOf').type]),
    {
      start: store.getFullStart(),
      end: store.getFullStart(),
      by: `\n/** A store, or an array, which is one. */\ntype ${EITHER} = Store | ${array.name.text};`,
    },
  ];
}

/** Parameters that are stores; a parameter that its function takes apart gets a name. */
function takenStores(functions) {
  const found = [];
  const visit = (node) => {
    if (ts.isTypeReferenceNode(node) && node.getText() === 'Store')
      found.push({ start: node.getStart(), end: node.getEnd(), by: EITHER });
    else ts.forEachChild(node, visit);
  };
  for (const { name, type } of functions.flatMap(({ parameters = [] }) => [...parameters])) {
    if (type === undefined) continue;
    if (ts.isObjectBindingPattern(name)) found.push({ start: name.getStart(), end: name.getEnd(), by: 'store' });
    visit(type);
  }
  return found;
}
