/**
 * LULESH (Karlin 2012), one Lagrangian time step, in combinators. Elements gather from their eight nodes and scatter forces to them; the
 * viscosity gathers from neighbours; the rest are maps over elements or nodes. An array stands for its three components.
 */
import type { FusionGraph } from '../../../../lib/fusion/optimal/graph.js';
import { Combinators } from '../../../support/combinators.js';

const EDGE = 30;
const [NODE, ELEMENT] = [8 * (EDGE + 1) ** 3, 8 * EDGE ** 3];
const CORNERS = 8 * ELEMENT;

/** One time step. */
export function lulesh(): FusionGraph {
  const program = new Combinators()
    .inputs(CORNERS, 'nodelist', 'neighbours')
    .inputs(NODE, 'x0', 'v0', 'mass', 'boundary', 'zero');
  program.inputs(ELEMENT, 'p0', 'q0', 'e0', 'vol0', 'volo', 'ss0', 'emass');
  forces(program);
  motion(program);
  kinematics(program);
  viscosity(program);
  energy(program);
  constraints(program);
  return program.returns('x', 'v', 'e', 'p', 'q', 'ss', 'vol', 'courant', 'hydro').graph();
}

function forces(program: Combinators): void {
  program.map('sig', ELEMENT, ['p0', 'q0']).gather('xc', CORNERS, ['nodelist'], ['x0']);
  program.map('shape', CORNERS, ['xc']).fold('det', ELEMENT, ['xc']);
  program.generate('at', CORNERS).gather('sigc', CORNERS, ['at'], ['sig']).map('stress', CORNERS, ['shape', 'sigc']);
  program.map('stressat', CORNERS, ['nodelist', 'stress']).map('f0', NODE, ['zero']);
  program.scatter('f1', NODE, 'f0', ['stressat']);
  program.gather('vc', CORNERS, ['nodelist'], ['v0']).map('dvol', CORNERS, ['xc']).map('coef', ELEMENT, ['ss0', 'emass', 'det']);
  program.gather('coefc', CORNERS, ['at'], ['coef']).map('modes', CORNERS, ['dvol', 'xc']);
  program.map('hourglass', CORNERS, ['modes', 'vc', 'coefc']).map('hourglassat', CORNERS, ['nodelist', 'hourglass']);
  program.scatter('f', NODE, 'f1', ['hourglassat']);
}

function motion(program: Combinators): void {
  program.map('a0', NODE, ['f', 'mass']).map('a', NODE, ['a0', 'boundary']);
  program.map('dv', NODE, ['v0', 'a']).map('v', NODE, ['dv']).map('x', NODE, ['x0', 'v']);
}

function kinematics(program: Combinators): void {
  program.gather('xn', CORNERS, ['nodelist'], ['x']).gather('vn', CORNERS, ['nodelist'], ['v']);
  program.fold('volume', ELEMENT, ['xn']).map('vnew', ELEMENT, ['volume', 'volo']).map('delv', ELEMENT, ['vnew', 'vol0']);
  program.fold('length', ELEMENT, ['xn']).map('xhalf', CORNERS, ['xn', 'vn']).map('deriv', CORNERS, ['xhalf']);
  program.map('rate', CORNERS, ['deriv', 'vn']).fold('vdov', ELEMENT, ['rate']);
}

function viscosity(program: Combinators): void {
  program.map('gradient', CORNERS, ['xn', 'vn', 'volume']).fold('delvm', ELEMENT, ['gradient']);
  program.gather('around', CORNERS, ['neighbours'], ['delvm']).fold('phi', ELEMENT, ['around']);
  program.map('qlin', ELEMENT, ['phi', 'vdov', 'length']).map('qquad', ELEMENT, ['phi', 'vdov', 'length']);
}

function energy(program: Combinators): void {
  program
    .map('compression', ELEMENT, ['vnew'])
    .map('chalf', ELEMENT, ['vnew', 'delv'])
    .map('work', ELEMENT, ['delv', 'p0', 'q0']);
  program.map('e1', ELEMENT, ['e0', 'work']).map('phalf', ELEMENT, ['e1', 'chalf']);
  program.map('sshalf', ELEMENT, ['e1', 'phalf', 'chalf']).map('qhalf', ELEMENT, ['sshalf', 'qlin', 'qquad', 'delv']);
  program.map('e2', ELEMENT, ['e1', 'delv', 'p0', 'q0', 'phalf', 'qhalf']).map('p2', ELEMENT, ['e2', 'compression']);
  program.map('ss2', ELEMENT, ['e2', 'p2', 'compression']).map('q2', ELEMENT, ['ss2', 'qlin', 'qquad', 'delv']);
  program.map('e', ELEMENT, ['e2', 'p0', 'q0', 'phalf', 'qhalf', 'p2', 'q2', 'delv']).map('p', ELEMENT, ['e', 'compression']);
  program.map('ssq', ELEMENT, ['e', 'p', 'compression']).map('q', ELEMENT, ['ssq', 'qlin', 'qquad', 'delv']);
  program.map('ss', ELEMENT, ['e', 'p', 'compression']).map('vol', ELEMENT, ['vnew']);
}

function constraints(program: Combinators): void {
  program.map('dtc', ELEMENT, ['ss', 'vdov', 'length']).fold('courant', 8, ['dtc']);
  program.map('dth', ELEMENT, ['vdov']).fold('hydro', 8, ['dth']);
}
