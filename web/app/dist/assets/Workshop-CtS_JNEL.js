import{$ as e,C as t,Ct as n,G as r,J as i,K as a,M as o,Q as s,R as c,U as l,V as u,W as d,X as f,Y as p,Z as m,_ as h,_t as g,at as _,b as v,bt as y,ct as b,dt as x,it as S,j as C,l as w,lt as T,mt as E,n as D,o as O,pt as k,r as ee,tt as te,ut as A,w as j,xt as ne,z as M}from"./index-CkQCMRTI.js";import{t as N}from"./Board-DA72-duN.js";import{a as P}from"./server-BmkAqFDv.js";import{n as F,r as I,t as re}from"./editor-CvWO3Vg8.js";import{t as ie}from"./start-Dz_sDVIp.js";import{a as ae,c as L,d as oe,f as R,i as se,l as ce,n as z,o as le,s as ue,u as de}from"./Rulesheets-BeQmi_S_.js";var B=a(`<b class="bad swmjrh6"> </b>`),V=a(`<b class="good swmjrh6"> </b>`),H=a(`<span class="fair swmjrh6"> </span>`),U=a(`<!> <!>`,1),W=a(`<li class="swmjrh6"><button class="quiet swmjrh6"><span class="place soft swmjrh6"> </span> <span><b> </b> </span></button></li>`),G=a(`<ul class="swmjrh6"></ul>`),K=a(`<p class="small soft"> </p>`),q=a(`<div class="board swmjrh6"><!></div> <!>`,1),J=a(`<p class="soft"> </p>`),Y=a(`<dt class="swmjrh6"> </dt> <dd class="swmjrh6"> </dd>`,1),X=a(`<dt class="fair swmjrh6"> </dt>`),Z=a(`<dl class="swmjrh6"><dt class="swmjrh6"> </dt> <dd class="swmjrh6"> </dd> <dt class="swmjrh6"> </dt> <dd class="swmjrh6"> <span class="mono"> </span></dd> <!></dl>`),Q=a(`<section class="panel"><p class="sum swmjrh6" role="status"><!></p> <!></section> <section><h2> </h2> <!> <!></section>`,1);function fe(t,r){ne(r,!0);let i=g(()=>r.found?.problems.filter(e=>!e.warning).length??0),a=g(()=>(r.found?.problems.length??0)-e(i)),s=g(()=>r.found?.game),f=E(void 0);_(()=>{e(s)&&k(f,e(s).board)});var h=Q(),v=T(h),w=b(v),D=b(w),ee=e=>{var t=p();S(e=>l(t,e),[()=>z(`checking`)]),d(e,t)},te=t=>{var n=U(),o=T(n),s=t=>{var n=B(),r=A(n,!0);S(e=>l(r,e),[()=>z(`errors`,{n:e(i)})]),d(t,n)},c=e=>{var t=B(),n=A(t,!0);S(e=>l(n,e),[()=>z(`refused`,{why:r.found.refused})]),d(e,t)},f=e=>{var t=V(),n=A(t,!0);S(e=>l(n,e),[()=>z(`fine`)]),d(e,t)};u(o,t=>{e(i)?t(s):r.found.refused?t(c,1):t(f,-1)});var p=x(o,2),m=t=>{var n=H(),r=A(n,!0);S(e=>l(r,e),[()=>z(`warnings`,{n:e(a)})]),d(t,n)};u(p,t=>{e(a)&&t(m)}),d(t,n)};u(D,e=>{r.found?e(te,-1):e(ee)}),n(w);var P=x(w,2),F=t=>{var i=G();c(i,21,()=>r.found.problems,M,(t,i)=>{var a=W(),s=b(a),c=b(s),u=A(c),f=x(c,2),p=b(f),h=A(p),g=x(p);n(f),n(s),n(a),S((t,n)=>{j(s,`title`,t),l(u,`${e(i).line??``}:${e(i).column??``}`),C(p,1,o(e(i).warning?`fair`:`bad`),`swmjrh6`),l(h,`${n??``}:`),l(g,` ${e(i).message??``}`)},[()=>z(`at`,{line:e(i).line,column:e(i).column}),()=>e(i).warning?z(`warning`):z(`error`)]),m(`click`,s,()=>r.onproblem(e(i))),d(t,a)}),n(i),S(e=>j(i,`aria-label`,e),[()=>z(`problems`)]),d(t,i)};u(P,e=>{r.found?.problems.length&&e(F)}),n(v);var I=x(v,2);let re;var ie=b(I),ae=A(ie,!0),L=x(ie,2),oe=t=>{var r=q(),i=T(r),a=b(i);{let t=g(()=>z(`preview`));N(a,{get board(){return e(f)},get name(){return e(t)}})}n(i);var o=x(i,2),c=e=>{var t=K(),n=A(t,!0);S(e=>l(n,e),[()=>z(`noBoard`)]),d(e,t)};u(o,t=>{e(s)&&!e(s).drawn&&t(c)}),d(t,r)},R=e=>{var t=J(),n=A(t,!0);S(e=>l(n,e),[()=>z(`noPreview`)]),d(e,t)};u(L,t=>{e(f)?t(oe):t(R,-1)});var se=x(L,2),ce=t=>{var r=Z(),i=b(r),a=A(i,!0),o=x(i,2),c=A(o),f=x(o,2),p=A(f,!0),m=x(f,2),h=b(m),g=x(h),_=A(g);n(m);var v=x(m,2),y=t=>{var n=Y(),r=T(n),i=A(r,!0),a=x(r,2),o=A(a,!0);S((e,t)=>{l(i,e),l(o,t)},[()=>z(`compiled`),()=>z(`size`,{facts:e(s).size.facts,nodes:e(s).size.nodes,ms:Math.max(1,Math.round(e(s).size.seconds*1e3))})]),d(t,n)},C=t=>{var n=X(),r=A(n,!0);S(e=>l(r,e),[()=>z(`slow`,{why:e(s).slow??``})]),d(t,n)};u(v,t=>{e(s).size?t(y):t(C,-1)}),n(r),S((t,n,r,i,o,u,d,f)=>{l(a,t),l(c,`${n??``}${r??``}; ${i??``}${o??``}`),l(p,u),l(h,`${d??``}: `),l(_,`${f??``}${e(s).moves>e(s).first.length?` …`:``}`)},[()=>z(`players`),()=>e(s).roles.join(`, `),()=>e(s).chance?` ${z(`chance`)}`:``,()=>e(s).simultaneous?z(`together`):z(`inTurn`),()=>e(s).general_sum&&e(s).roles.length>1?`; ${z(`generalSum`)}`:``,()=>z(`first`),()=>O(e(s).moves),()=>e(s).first.join(` `)]),d(t,r)};u(se,t=>{e(s)&&t(ce)}),n(I),S(t=>{j(v,`aria-busy`,r.checking),re=C(I,1,`panel swmjrh6`,null,re,{old:!e(s)}),l(ae,t)},[()=>z(`preview`)]),d(t,h),y()}f([`click`]);var pe=new Set([`role`,`init`,`true`,`does`,`next`,`legal`,`goal`,`terminal`,`base`,`input`,`sees`,`distinct`,`not`,`or`,`and`,`<=`,`random`]);function me(e,t){if(e.eatSpace())return null;let n=e.next();if(n===`;`)return e.skipToEnd(),`comment`;if(n===`(`)return t.open.push(e.column()),t.head=!0,`paren`;if(n===`)`)return t.open.pop(),t.head=!1,`paren`;e.eatWhile(/[^\s();]/);let r=e.current().toLowerCase(),i=t.head;return t.head=!1,r.startsWith(`?`)?`variableName`:pe.has(r)?`keyword`:/^\d+$/.test(r)?`number`:i?`propertyName`:null}var he=I.define({name:`kif`,startState:()=>({open:[],head:!1}),copyState:e=>({open:[...e.open],head:e.head}),token:me,indent:(e,t)=>{let n=e.open.at(-1);return n===void 0?0:t.startsWith(`)`)?n:n+4},languageData:{commentTokens:{line:`;`},closeBrackets:{brackets:[`(`]},wordChars:`?<=-_+`}}),ge={support:new F(he),words:[...pe],extent:_e};function _e(e){if(!e.startsWith(`(`))return/^[^\s();]+/.exec(e)?.[0].length??0;let t=0,n=0;for(;n<e.length&&(e[n]===`(`&&t++,e[n]!==`)`||--t!==0);n++);return Math.min(n+1,e.trimEnd().length)}var ve=a(`<span><!> </span> <button type="button" class="danger s17v030q"> </button> <button type="button"> </button>`,1),ye=a(`<button type="button" class="quiet"> </button>`),be=a(`<p class="note row s17v030q" role="alert"><span> </span> <button class="danger s17v030q"> </button> <button> </button></p>`),xe=a(`<p class="note row s17v030q"> <button class="small"> </button></p>`),Se=a(`<p class="note bad s17v030q" role="alert"> </p>`),Ce=a(`<div class="workbench"><div class="write s17v030q"><div class="editor s17v030q"></div> <p class="small soft s17v030q"> </p></div> <div class="stack"><div class="row"><button class="primary"> </button> <button> </button> <button> </button></div> <p role="status"> </p> <!></div></div>`),we=a(`<div class="head s17v030q"><div><p class="small s17v030q"><a href="/rulesheets"> </a></p> <h1 class="s17v030q"> </h1></div> <form class="row"><label> </label> <input class="mono" maxlength="40" size="16" autocomplete="off" spellcheck="false"/> <button> </button> <!></form></div> <!> <!> <!> <!>`,1);function Te(a,o){let c=i();ne(o,!0);let f=E(void 0),M=E(``),N=E(!1),F=E(``),I=E(``),B=E(!1),V=E(``),H=E(``),U=E(!1),W=E(0),G=E(void 0),K=E(void 0),q=E(!1),J=E(void 0),Y,X=new AbortController,Z=g(()=>o.name?e(f)?.text??``:void 0),Q=g(()=>e(M)!==e(Z)),pe=g(()=>oe.test(e(V)));async function me(){try{o.name&&k(f,await R(o.name)),k(M,e(f)?.text??`; My game
; Take one, two or three of twelve sticks in turn; who takes the last one wins.

(role first)
(role second)

(init (sticks 12))
(init (control first))

(number 1) (number 2) (number 3)
(other first second) (other second first)

(<= (legal ?p (take ?n))
    (true (control ?p)) (number ?n)
    (true (sticks ?s)) (less ?n ?s ?rest))
(<= (legal ?p noop)
    (role ?p) (not (true (control ?p))))

(<= (next (sticks ?rest))
    (does ?p (take ?n)) (true (sticks ?s)) (less ?n ?s ?rest))
(<= (next (control ?q))
    (true (control ?p)) (other ?p ?q))

(<= terminal (true (sticks 0)))
(<= (goal ?p 100)
    (role ?p) (not (true (control ?p))))
(<= (goal ?p 0)
    (true (control ?p)))

; (less n s rest): from s sticks n can be taken, and rest are left.
(<= (less 1 ?s ?rest) (before ?rest ?s))
(<= (less 2 ?s ?rest) (before ?a ?s) (before ?rest ?a))
(<= (less 3 ?s ?rest) (before ?a ?s) (before ?b ?a) (before ?rest ?b))
(before 0 1) (before 1 2) (before 2 3) (before 3 4) (before 4 5) (before 5 6)
(before 6 7) (before 7 8) (before 8 9) (before 9 10) (before 10 11) (before 11 12)
`,!0);let t=ae(o.name);t!==void 0&&t!==e(M)&&(k(M,t,!0),k(B,!0)),k(V,e(f)?.comes?`my-${o.name}`.slice(0,40):o.name,!0),k(N,!0)}catch(e){k(F,P(e)??String(e),!0)}}me(),_(()=>{if(!e(N)||!e(J))return;let t=z(`editor`),n=te(()=>re(e(J),ge,e(M),t,he,()=>void ke()));return Y=n,()=>{Y=void 0,n.destroy()}}),_(()=>()=>X.abort());function he(t){k(M,t,!0),k(I,``),k(G,void 0),L(o.name,t===e(Z)?void 0:t)}let _e=!1;_(()=>{if(!e(N))return;let t=e(M);w.language;let n=new AbortController,r=setTimeout(async()=>{k(q,!0);try{k(K,await se(t,n.signal)),k(F,``),Y?.show(e(K).problems,{error:z(`error`),warning:z(`warning`)})}catch(e){n.signal.aborted||k(F,P(e)??String(e),!0)}n.signal.aborted||k(q,!1)},_e?350:0);return _e=!0,()=>{clearTimeout(r),n.abort()}});function Te(){k(B,!1),L(o.name,void 0),Y?.setText(e(Z)??`; My game
; Take one, two or three of twelve sticks in turn; who takes the last one wins.

(role first)
(role second)

(init (sticks 12))
(init (control first))

(number 1) (number 2) (number 3)
(other first second) (other second first)

(<= (legal ?p (take ?n))
    (true (control ?p)) (number ?n)
    (true (sticks ?s)) (less ?n ?s ?rest))
(<= (legal ?p noop)
    (role ?p) (not (true (control ?p))))

(<= (next (sticks ?rest))
    (does ?p (take ?n)) (true (sticks ?s)) (less ?n ?s ?rest))
(<= (next (control ?q))
    (true (control ?p)) (other ?p ?q))

(<= terminal (true (sticks 0)))
(<= (goal ?p 100)
    (role ?p) (not (true (control ?p))))
(<= (goal ?p 0)
    (true (control ?p)))

; (less n s rest): from s sticks n can be taken, and rest are left.
(<= (less 1 ?s ?rest) (before ?rest ?s))
(<= (less 2 ?s ?rest) (before ?a ?s) (before ?rest ?a))
(<= (less 3 ?s ?rest) (before ?a ?s) (before ?b ?a) (before ?rest ?b))
(before 0 1) (before 1 2) (before 2 3) (before 3 4) (before 4 5) (before 5 6)
(before 6 7) (before 7 8) (before 8 9) (before 9 10) (before 10 11) (before 11 12)
`)}async function Ee(e,t){if(!(await ce()).some(t=>t.name===e&&!t.comes))return 0;let n=await R(e);return n.text===t?0:n.games}async function De(t){if(!e(pe))k(F,e(V)?`${z(`name`)}: ${z(`nameHelp`)}`:z(`needsName`),!0),document.getElementById(`${c}-name`)?.focus();else{k(H,`save`);try{let n=e(M),r=e(V),i=e(G)?.agreed&&e(G).name===r&&e(G).text===n?0:await Ee(r,n);return k(G,i?{name:r,text:n,games:i,agreed:!1,again:t}:void 0),e(G)?void 0:(await ue(r,n),L(o.name,void 0),k(F,``),k(B,!1),k(I,z(`saved`,{name:r}),!0),r===o.name&&k(f,{...e(f),text:n}),r)}catch(e){k(F,P(e)??String(e),!0);return}finally{k(H,``)}}}function Oe(){e(G)&&(k(G,{...e(G),agreed:!0}),e(G).again())}async function ke(){let e=await De(ke);e&&e!==o.name&&D(`/rulesheets/${e}`)}async function Ae(t){return o.name&&!e(Q)?o.name:De(t)}async function je(){let t=await Ae(je);if(t&&e(K)?.game){k(H,`play`);try{let n={level:3,spec:``},r=e(K).game.roles.map((e,t)=>t===0?{kind:`person`,...n}:{kind:`level`,...n});D(await ie({game:`gdl:${t}`,seats:r}))}catch(e){k(F,P(e)??String(e),!0)}k(H,``)}}async function Me(){let e=await Ae(Me);e&&D(ee(`/analyse`,{game:`gdl:${e}`}))}async function Ne(){k(H,`measure`),k(I,z(`measuring`),!0);try{let t=await de(e(M),X.signal);k(I,t.playouts?z(`speed`,{playouts:O(t.playouts_per_second,0),positions:O(t.positions_per_second,0)}):`${z(`nothing`)} ${z(`speed`,{playouts:`0`,positions:O(t.positions_per_second,0)})}`,!0),k(F,``)}catch(e){k(I,``),X.signal.aborted||k(F,P(e)??String(e),!0)}k(H,``)}async function Pe(){try{k(W,(await R(o.name)).games,!0),k(U,!0)}catch(e){k(F,P(e)??String(e),!0)}}async function Fe(){try{await le(o.name),L(o.name,void 0),D(`/rulesheets`)}catch(e){k(F,P(e)??String(e),!0),k(U,!1)}}var Ie=we(),Le=T(Ie),Re=b(Le),ze=b(Re),Be=b(ze),Ve=A(Be,!0);n(ze);var He=x(ze,2),Ue=A(He,!0);n(Re);var We=x(Re,2),Ge=b(We),Ke=A(Ge,!0),$=x(Ge,2);t($);var qe=x($,2),Je=A(qe,!0),Ye=x(qe,2),Xe=t=>{var i=r(),a=T(i),s=t=>{var r=ve(),i=T(r),a=b(i),s=t=>{var n=p();S(e=>l(n,`${e??``} `),[()=>z(`playedBy`,{n:e(W)})]),d(t,n)};u(a,t=>{e(W)&&t(s)});var c=x(a,1,!0);n(i);var f=x(i,2),h=A(f,!0),g=x(f,2),_=A(g,!0);S((e,t,n)=>{l(c,e),l(h,t),l(_,n)},[()=>z(`deleteSure`,{name:o.name}),()=>z(`deleteYes`),()=>z(`keep`)]),m(`click`,f,Fe),m(`click`,g,()=>k(U,!1)),d(t,r)},c=e=>{var t=ye(),n=A(t,!0);S(e=>l(n,e),[()=>z(`delete`)]),m(`click`,t,Pe),d(e,t)};u(a,t=>{e(U)?t(s):t(c,-1)}),d(t,i)};u(Ye,t=>{e(f)&&!e(f).comes&&t(Xe)}),n(We),n(Le);var Ze=x(Le,2),Qe=t=>{var r=be(),i=b(r),a=A(i),o=x(i,2),s=A(o,!0),c=x(o,2),u=A(c,!0);n(r),S((e,t,n,r)=>{l(a,`${e??``} ${t??``}`),l(s,n),l(u,r)},[()=>z(`playedBy`,{n:e(G).games}),()=>z(`saveSure`,{name:e(G).name}),()=>z(`saveYes`),()=>z(`saveNo`)]),m(`click`,o,Oe),m(`click`,c,()=>k(G,void 0)),d(t,r)};u(Ze,t=>{e(G)&&t(Qe)});var $e=x(Ze,2),et=e=>{var t=xe(),r=b(t),i=x(r),a=A(i,!0);n(t),S((e,t)=>{l(r,`${e??``} `),l(a,t)},[()=>z(`restored`),()=>z(`discard`)]),m(`click`,i,Te),d(e,t)};u($e,t=>{e(B)&&t(et)});var tt=x($e,2),nt=t=>{var n=Se(),r=A(n,!0);S(()=>l(r,e(F))),d(t,n)};u(tt,t=>{e(F)&&t(nt)});var rt=x(tt,2),it=t=>{var r=Ce(),i=b(r),a=b(i);h(a,e=>k(J,e),()=>e(J));var o=x(a,2),s=A(o);n(i);var c=x(i,2),u=b(c),p=b(u),g=A(p,!0),_=x(p,2),v=A(_,!0),y=x(_,2),w=A(y,!0);n(u);var T=x(u,2);let E;var D=A(T,!0);fe(x(T,2),{get found(){return e(K)},get checking(){return e(q)},onproblem:e=>Y?.goTo(e)}),n(c),n(r),S((t,n,r,i,a)=>{l(s,`${t??``} · ${n??``}`),p.disabled=!!e(H)||!e(K)?.game,l(g,r),_.disabled=!!e(H)||!e(K)?.game,l(v,i),y.disabled=!!e(H)||!e(K)?.game,l(w,a),E=C(T,1,`note s17v030q`,null,E,{unseen:!e(I)}),l(D,e(I))},[()=>e(Q)?z(`changed`):e(f)?.comes?z(`comes`):z(`unchanged`),()=>z(`keys`),()=>z(`play`),()=>z(`analyse`),()=>z(`measure`)]),m(`click`,p,je),m(`click`,_,Me),m(`click`,y,Ne),d(t,r)};u(rt,t=>{e(N)&&t(it)}),S((t,n,r,i,a)=>{l(Ve,t),l(Ue,n),j(Ge,`for`,`${c}-name`),l(Ke,r),j($,`id`,`${c}-name`),j($,`title`,i),j($,`aria-invalid`,!!e(V)&&!e(pe)),qe.disabled=!!e(H)||!e(N)||!e(Q)&&e(V)===o.name,l(Je,a)},[()=>z(`list`),()=>e(f)?.title??(o.name||z(`newOne`)),()=>z(`name`),()=>z(`nameHelp`),()=>e(V)===o.name?z(`save`):z(`saveAs`)]),s(`submit`,We,e=>{e.preventDefault(),ke()}),v($,()=>e(V),e=>k(V,e)),d(a,Ie),y()}f([`click`]);export{Te as default};