import { expect, test } from 'vitest';
import { outline, readSource } from '../testing/outline.ts';
import { testLinks } from '../testing/small-world.ts';

test('modules, classes, methods, constants and attributes of Ruby are symbols', async () => {
  const facts = await readSource(
    'lib/c.rb',
    `require 'json'
require_relative 'a/b'
require "dyn#{amic}"
module A::B
  VERSION = '1'
  class C < D::E
    include Comparable
    attr_reader :x, :y
    def initialize(a); @a = a; end
    def self.build = new(1)
    def ==(o); end
    def name?
      Local = 1
    end
    alias old new
    class << self
      def inner; end
    end
  end
end
`,
  );

  expect(outline(facts)).toEqual([
    'namespace A::B 4-20',
    '  variable VERSION 5-5',
    '  class C 6-19',
    '    field x 8-8',
    '    field y 8-8',
    '    method initialize 9-9',
    '    method build 10-10',
    '    method == 11-11',
    '    method name? 12-14',
    '    method old 15-15',
    '    method inner 17-17',
  ]);
  expect(facts.imports.map(({ specifier }) => specifier)).toEqual([
    'lib/json.rb',
    'test/json.rb',
    'spec/json.rb',
    './a/b.rb',
  ]);
});

test('what is required is found beside the file or on the load path, what is included wherever it is defined', async () => {
  const links = await testLinks({
    'lib/shop/cart.rb': `require 'json'
      require 'shop/base'
      require_relative 'priced'
      require_relative '../gone'
      module Shop
        class Cart < Base
          include Priced
          extend Enumerable
        end
      end`,
    'test/cart_test.rb': "require 'helper'",
    'test/helper.rb': '',
    'lib/shop/base.rb': 'class Shop::Base; end',
    'lib/shop/priced.rb': 'module Priced; end',
    'app/order.rb': 'include Priced\nclass Order < Shop::Cart; def f; extend Priced; end; end',
  });

  expect(links).toEqual([
    'lib/shop/cart.rb -imports-> lib/shop/base.rb (import)',
    'lib/shop/cart.rb -imports-> lib/shop/priced.rb (import)',
    'lib/shop/cart.rb:Cart -inherits-> lib/shop/base.rb:Shop::Base (import)',
    'lib/shop/cart.rb:Cart -inherits-> lib/shop/priced.rb:Priced (import)',
    'test/cart_test.rb -imports-> test/helper.rb (import)',
    'app/order.rb:Order -inherits-> lib/shop/cart.rb:Cart (unique name)',
  ]);
});

test('the name of a method of the class itself is not a call of it', async () => {
  expect(
    await testLinks({
      'price.rb': 'class Price\n  def self.cents(x)\n    x\n  end\nend\ndef sum(x)\n  Price.cents(x)\nend\n',
    }),
  ).toEqual(['price.rb:sum -calls-> price.rb:cents (type)']);
});
