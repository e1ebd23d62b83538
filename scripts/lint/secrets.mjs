/**
 * Lint rule `secrets/constant-time`: secrets, recognized by their names, are compared by `secretsEqual`
 * only. `===` answers sooner the earlier two texts differ.
 */

const SECRET = /(?:token|secret|password|credential|signature|hmac|digest)s?(?:_?hash)?$/i;
const EQUALITY = new Set(['===', '!==', '==', '!=']);
const COMPARING_METHODS = new Set(['equals', 'compare', 'localeCompare', 'startsWith', 'is']);
const MESSAGE = 'Compare secrets with secretsEqual (app/platform/secrets-equal.server.ts).';

/** True if the value of an expression is a secret or made from one, judged by names. */
function isSecret(node) {
  switch (node.type) {
    case 'Identifier':
      return SECRET.test(node.name);
    case 'MemberExpression':
      return !node.computed && SECRET.test(node.property.name);
    case 'CallExpression':
      return isSecret(node.callee) || node.arguments.some(isSecret);
    case 'TemplateLiteral':
      return node.expressions.some(isSecret);
    case 'BinaryExpression':
      return node.operator === '+' && (isSecret(node.left) || isSecret(node.right));
    case 'AwaitExpression':
      return isSecret(node.argument);
    case 'ChainExpression':
      return isSecret(node.expression);
    default:
      return false;
  }
}

/**
 * True for null, undefined, '', true and numbers. Comparing with them shows only whether there is a secret.
 */
function isKnownToAll(node) {
  if (node.type === 'Identifier') return node.name === 'undefined';
  return node.type === 'Literal' && (typeof node.value !== 'string' || node.value === '');
}

const constantTime = {
  meta: { type: 'problem' },
  create: (context) => ({
    BinaryExpression(node) {
      const { left, right } = node;
      if (!EQUALITY.has(node.operator) || isKnownToAll(left) || isKnownToAll(right)) return;
      if (isSecret(left) || isSecret(right)) context.report({ node, message: MESSAGE });
    },
    CallExpression(node) {
      const { callee } = node;
      if (callee.type !== 'MemberExpression' || !COMPARING_METHODS.has(callee.property.name))
        return;
      const compared = [callee.object, ...node.arguments];
      if (compared.some(isSecret)) context.report({ node, message: MESSAGE });
    },
  }),
};

export default { meta: { name: 'secrets' }, rules: { 'constant-time': constantTime } };
